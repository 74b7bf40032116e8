"""Letters of different scripts, and marks, that fonts draw alike: each beside the one that is typed most."""

# Pairs: the one that looks alike, then what it is taken for.
_CYRILLIC = "аa еe оo рp сc уy хx іi јj ѕs ԁd һh ԛq ԝw ѵv АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԌG ԚQ ԜW ѴV"
_GREEK = "οo νv ρp υu αa ιi γy ϲc ϳj ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ"
_GREEK_AND_CYRILLIC = "ГΓ ПΠ ФΦ кκ фφ"
_LATIN_AND_DIGITS = "O0 l1 I1 |1 ı1"
_MARKS = "‐- ‑- ‒- –- —- ―- −- ‘' ’' ʼ' ′' “\" ”\" ″\" ⁄/ ∕/ ∶: ‚,"
_PAIRS = " ".join([_CYRILLIC, _GREEK, _GREEK_AND_CYRILLIC, _MARKS]).split(" ")

_TO_LATIN = {pair[0]: pair[1] for pair in _PAIRS}
_TO_DIGITS = {pair[0]: pair[1] for pair in _LATIN_AND_DIGITS.split(" ")}
# The letters of another script that look like O, l or I look like the digits too.
LOOKS_LIKE = str.maketrans({alike: _TO_DIGITS.get(char, char) for alike, char in (_TO_LATIN | _TO_DIGITS).items()})

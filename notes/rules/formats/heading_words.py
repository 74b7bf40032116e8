"""The headings that people use for what the nine sections hold, by language. docs/formats.md lists the same."""

# Only words that mean one section and no other: “Status”, “Summary”, “Meta” or “But” may mean several.
HEADINGS: dict[str, dict[str, str]] = {
    "English": {
        "Goal": (
            "Goal, Goals, The goal, Original goal, Objective, Objectives, Current objective, Aim, Aims, Purpose, "
            "Task, The task, Original request, Background, Context, Problem, Problem statement"
        ),
        "Done": (
            "Done, Done so far, What is done, What's done, What was done, What has been done, What I did, "
            "What we did, Completed, Completed work, Completed tasks, Completed so far, Work done, Work completed, "
            "Finished, Accomplished, Accomplishments, Implemented, Progress, Progress so far, Changes made, "
            "Changes applied, What changed, Current state, Current status, State of the work"
        ),
        "Next": (
            "Next, Next step, Next steps, Next action, Next actions, Next up, Up next, Exact next step, "
            "Immediate next steps, What is next, What's next, To do, Todo, To dos, Todos, Still to do, Left to do, "
            "What is left, What's left, What remains, Remaining, Remaining work, Remaining tasks, Remaining steps, "
            "Pending, Pending work, Pending tasks"
        ),
        "Decisions and why": (
            "Decisions and why, Decisions, Decision log, Key decisions, Important decisions, Design decisions, "
            "Technical decisions, Architecture decisions, Decisions made, Decisions and reasons, "
            "Decisions and rationale, Decisions & rationale, Rationale"
        ),
        "Dead ends": (
            "Dead ends, Dead end, What didn't work, What did not work, What failed, Tried and failed, "
            "What we tried that didn't work, Failed attempts, Failed approaches, Errors and failed attempts, "
            "Do not repeat, Things not to repeat, Gotchas, Pitfalls"
        ),
        "Files touched": (
            "Files touched, Files, Key files, Important files, Relevant files, Modified files, Files modified, "
            "Changed files, Files changed, Touched files, Edited files, Files and symbols, "
            "Important files and symbols"
        ),
        "How to verify": (
            "How to verify, How to test, How to check, How to test it, Verify, Verification, Verification steps, "
            "Testing, Tests, Tests run, Test plan"
        ),
        "Checklist status": "Checklist status, Checklist, Progress checklist, Status of the checklist",
        "Open questions": (
            "Open questions, Questions, Unanswered questions, Unresolved questions, Outstanding questions, "
            "Open questions and blockers, Blockers"
        ),
    },
    "German": {
        "Goal": "Ziel, Ziele, Zielsetzung, Zweck, Aufgabe, Aufgabenstellung, Auftrag, Hintergrund, Kontext",
        "Done": (
            "Erledigt, Erledigtes, Bereits erledigt, Bisher erledigt, Was erledigt ist, Was erledigt wurde, "
            "Was gemacht wurde, Fertig, Fertiggestellt, Abgeschlossen, Umgesetzt, Fortschritt, Aktueller Stand, "
            "Stand der Dinge"
        ),
        "Next": (
            "Nächste Schritte, Nächster Schritt, Als Nächstes, Weiteres Vorgehen, Zu tun, Noch zu tun, Zu erledigen, "
            "Noch zu erledigen, Was noch zu tun ist, Ausstehend, Verbleibende Aufgaben"
        ),
        "Decisions and why": (
            "Entscheidungen, Wichtige Entscheidungen, Getroffene Entscheidungen, Entscheidungen und Gründe, "
            "Entscheidungen und Begründungen, Begründungen"
        ),
        "Dead ends": (
            "Sackgassen, Was nicht funktioniert hat, Was nicht geklappt hat, Fehlversuche, Fehlgeschlagene Versuche, "
            "Gescheiterte Versuche, Stolperfallen, Fallstricke"
        ),
        "Files touched": "Dateien, Wichtige Dateien, Geänderte Dateien, Bearbeitete Dateien, Betroffene Dateien",
        "How to verify": (
            "Testen, Tests, Wie testen, So wird getestet, Prüfung, Überprüfung, Verifikation, Verifizierung"
        ),
        "Checklist status": "Checkliste, Prüfliste, Stand der Checkliste",
        "Open questions": "Offene Fragen, Fragen, Ungeklärte Fragen, Blocker",
    },
    "French": {
        "Goal": "Objectif, Objectifs, Tâche, Contexte",
        "Done": (
            "Fait, Déjà fait, Ce qui est fait, Ce qui a été fait, Terminé, Réalisé, Travail effectué, "
            "Travail réalisé, Modifications apportées, Avancement, Progrès, État actuel"
        ),
        "Next": (
            "Prochaines étapes, Prochaine étape, Étapes suivantes, À faire, Reste à faire, Ce qui reste à faire, "
            "Travail restant"
        ),
        "Decisions and why": (
            "Décisions, Décisions clés, Décisions importantes, Décisions prises, Décisions et raisons, "
            "Décisions et justifications, Justifications"
        ),
        "Dead ends": (
            "Impasses, Ce qui n'a pas marché, Ce qui n'a pas fonctionné, Tentatives échouées, "
            "Tentatives infructueuses, Essais infructueux, Pièges, Pièges à éviter"
        ),
        "Files touched": (
            "Fichiers, Fichiers clés, Fichiers importants, Fichiers modifiés, Fichiers touchés, Fichiers concernés"
        ),
        "How to verify": "Comment vérifier, Comment tester, Vérification, Tests, Tester",
        "Checklist status": "Liste de contrôle, Liste de vérification, Checklist",
        "Open questions": "Questions ouvertes, Questions en suspens, Questions, Points bloquants",
    },
    "Spanish": {
        "Goal": "Objetivo, Objetivos, Propósito, Tarea, Contexto, Antecedentes",
        "Done": (
            "Hecho, Lo hecho, Qué se ha hecho, Lo que se ha hecho, Completado, Terminado, Trabajo realizado, "
            "Cambios realizados, Progreso, Avances, Estado actual"
        ),
        "Next": (
            "Próximos pasos, Próximo paso, Siguientes pasos, Siguiente paso, Por hacer, Pendiente, Pendientes, "
            "Tareas pendientes, Trabajo pendiente, Qué falta, Lo que falta"
        ),
        "Decisions and why": (
            "Decisiones, Decisiones clave, Decisiones importantes, Decisiones tomadas, Decisiones y motivos, "
            "Decisiones y razones"
        ),
        "Dead ends": (
            "Callejones sin salida, Qué no funcionó, Lo que no funcionó, Intentos fallidos, Errores e intentos fallidos"
        ),
        "Files touched": (
            "Archivos, Archivos clave, Archivos importantes, Archivos modificados, Archivos afectados, Ficheros, "
            "Ficheros modificados"
        ),
        "How to verify": "Cómo verificar, Cómo probar, Cómo probarlo, Verificación, Pruebas",
        "Checklist status": "Lista de verificación, Lista de comprobación, Lista de control, Checklist",
        "Open questions": "Preguntas abiertas, Preguntas, Preguntas pendientes, Dudas, Bloqueos",
    },
    "Portuguese": {
        "Goal": "Objetivo, Objetivos, Metas, Propósito, Tarefa, Contexto",
        "Done": (
            "Feito, Concluído, O que foi feito, O que já foi feito, Trabalho realizado, Mudanças realizadas, "
            "Progresso, Estado atual, Estado actual, Situação atual"
        ),
        "Next": (
            "Próximos passos, Próximo passo, A fazer, Por fazer, Pendente, Pendentes, Pendências, Tarefas pendentes, "
            "O que falta, O que falta fazer"
        ),
        "Decisions and why": (
            "Decisões, Decisões importantes, Decisões tomadas, Principais decisões, Decisões e motivos, "
            "Decisões e justificativas"
        ),
        "Dead ends": "Becos sem saída, O que não funcionou, Tentativas falhadas, Tentativas fracassadas, Armadilhas",
        "Files touched": (
            "Arquivos, Arquivos importantes, Arquivos modificados, Arquivos alterados, Ficheiros, "
            "Ficheiros importantes, Ficheiros modificados, Ficheiros alterados"
        ),
        "How to verify": "Como verificar, Como testar, Verificação, Testes",
        "Checklist status": "Lista de verificação, Checklist",
        "Open questions": "Perguntas em aberto, Questões em aberto, Perguntas, Dúvidas, Bloqueios, Impedimentos",
    },
    "Italian": {
        "Goal": "Obiettivo, Obiettivi, Scopo, Compito, Contesto",
        "Done": (
            "Fatto, Già fatto, Cosa è stato fatto, Completato, Lavoro svolto, Modifiche apportate, Progressi, "
            "Stato attuale"
        ),
        "Next": "Prossimi passi, Prossimo passo, Passi successivi, Da fare, Cosa resta da fare, Lavoro rimanente",
        "Decisions and why": (
            "Decisioni, Decisioni chiave, Decisioni importanti, Decisioni prese, Decisioni e motivi, "
            "Decisioni e motivazioni"
        ),
        "Dead ends": "Vicoli ciechi, Cosa non ha funzionato, Tentativi falliti",
        "Files touched": "File, File chiave, File importanti, File principali, File modificati, File toccati",
        "How to verify": "Come verificare, Come testare, Verifica, Test",
        "Checklist status": "Lista di controllo, Checklist",
        "Open questions": "Domande aperte, Domande, Questioni aperte, Dubbi",
    },
    "Dutch": {
        "Goal": "Doel, Doelen, Doelstelling, Doelstellingen, Opdracht, Achtergrond, Context",
        "Done": (
            "Gedaan, Wat is gedaan, Wat er gedaan is, Klaar, Afgerond, Voltooid, Voortgang, Huidige stand, "
            "Huidige status, Huidige situatie"
        ),
        "Next": (
            "Volgende stappen, Volgende stap, Vervolgstappen, Te doen, Nog te doen, Wat nog te doen is, Resterend werk"
        ),
        "Decisions and why": (
            "Beslissingen, Belangrijke beslissingen, Genomen beslissingen, Beslissingen en redenen, Besluiten, "
            "Genomen besluiten"
        ),
        "Dead ends": "Doodlopende wegen, Wat niet werkte, Wat niet heeft gewerkt, Mislukte pogingen, Valkuilen",
        "Files touched": (
            "Bestanden, Belangrijke bestanden, Gewijzigde bestanden, Aangepaste bestanden, Bewerkte bestanden"
        ),
        "How to verify": "Hoe te verifiëren, Hoe te testen, Verificatie, Testen, Tests",
        "Checklist status": "Checklist, Controlelijst",
        "Open questions": "Open vragen, Openstaande vragen, Onbeantwoorde vragen, Vragen, Blokkades",
    },
    "Polish": {
        "Goal": "Cel, Cele, Zadanie, Kontekst",
        "Done": (
            "Zrobione, Co zrobiono, Co zostało zrobione, Wykonane, Ukończone, Zakończone, Postęp, Postępy, "
            "Obecny stan, Aktualny stan"
        ),
        "Next": (
            "Następne kroki, Następny krok, Kolejne kroki, Dalsze kroki, Co dalej, Do zrobienia, Pozostało do zrobienia"
        ),
        "Decisions and why": (
            "Decyzje, Kluczowe decyzje, Ważne decyzje, Podjęte decyzje, Decyzje i powody, Decyzje i uzasadnienia, "
            "Uzasadnienie"
        ),
        "Dead ends": "Ślepe zaułki, Co nie zadziałało, Nieudane próby, Pułapki",
        "Files touched": "Pliki, Ważne pliki, Kluczowe pliki, Zmienione pliki, Zmodyfikowane pliki",
        "How to verify": "Jak sprawdzić, Jak testować, Jak przetestować, Weryfikacja, Testowanie, Testy",
        "Checklist status": "Lista kontrolna, Checklista",
        "Open questions": "Otwarte pytania, Pytania otwarte, Pytania",
    },
    "Russian": {
        "Goal": "Цель, Цели, Задача, Контекст, Предыстория",
        "Done": (
            "Сделано, Что сделано, Что уже сделано, Готово, Выполнено, Завершено, Внесённые изменения, "
            "Внесенные изменения, Прогресс, Текущее состояние, Текущий статус"
        ),
        "Next": (
            "Следующие шаги, Следующий шаг, Дальнейшие шаги, Дальше, Что дальше, Осталось, Осталось сделать, "
            "Что осталось, Что осталось сделать, Нужно сделать, Надо сделать"
        ),
        "Decisions and why": (
            "Решения, Важные решения, Ключевые решения, Принятые решения, Решения и причины, Решения и обоснования, "
            "Обоснование"
        ),
        "Dead ends": "Тупики, Что не сработало, Неудачные попытки, Подводные камни",
        "Files touched": "Файлы, Важные файлы, Ключевые файлы, Изменённые файлы, Измененные файлы, Затронутые файлы",
        "How to verify": "Как проверить, Как тестировать, Проверка, Тестирование, Тесты",
        "Checklist status": "Чек-лист, Чеклист, Контрольный список",
        "Open questions": "Открытые вопросы, Вопросы, Нерешённые вопросы, Нерешенные вопросы, Блокеры",
    },
    "Ukrainian": {
        "Goal": "Мета, Ціль, Цілі, Контекст, Передісторія",
        "Done": "Зроблено, Що зроблено, Готово, Виконано, Завершено, Внесені зміни, Прогрес, Поточний стан",
        "Next": (
            "Наступні кроки, Наступний крок, Подальші кроки, Що далі, Залишилося, Залишилося зробити, Що залишилося, "
            "Потрібно зробити, Треба зробити"
        ),
        "Decisions and why": (
            "Рішення, Важливі рішення, Ключові рішення, Прийняті рішення, Рішення та причини, Обґрунтування"
        ),
        "Dead ends": "Глухі кути, Що не спрацювало, Невдалі спроби, Підводні камені",
        "Files touched": "Файли, Важливі файли, Ключові файли, Змінені файли",
        "How to verify": "Як перевірити, Як тестувати, Перевірка, Тестування, Тести",
        "Checklist status": "Чек-лист, Чекліст, Контрольний список",
        "Open questions": "Відкриті питання, Питання, Невирішені питання, Блокери",
    },
    "Chinese (simplified)": {
        "Goal": "目标, 目的, 任务目标, 背景, 项目背景, 上下文",
        "Done": (
            "完成, 已完成, 已完成工作, 已完成的工作, 完成的工作, 已做, 进度, 进展, 当前进度, 当前进展, 当前状态, "
            "目前状态"
        ),
        "Next": (
            "下一步, 下一步计划, 下一步行动, 后续步骤, 后续工作, 接下来, 待办, 待办事项, 待完成, 未完成, 剩余工作"
        ),
        "Decisions and why": "决策, 决定, 关键决策, 重要决策, 设计决策, 决策与原因, 决策及原因, 决定及原因",
        "Dead ends": "死胡同, 失败尝试, 失败的尝试, 无效尝试, 行不通的方法, 踩坑, 踩坑记录, 踩过的坑",
        "Files touched": (
            "文件, 相关文件, 关键文件, 重要文件, 修改文件, 修改的文件, 已修改文件, 已修改的文件, 涉及文件, 涉及的文件"
        ),
        "How to verify": "如何验证, 如何测试, 验证, 验证方法, 验证方式, 测试, 测试方法",
        "Checklist status": "清单, 检查清单, 检查清单状态, 核对清单",
        "Open questions": (
            "开放问题, 未决问题, 未解决的问题, 待解决的问题, 待确认, 待确认问题, 待确认的问题, 疑问, 阻塞, 阻塞项"
        ),
    },
    "Chinese (traditional)": {
        "Goal": "目標, 目的, 背景, 專案背景",
        "Done": "完成, 已完成, 已完成工作, 已完成的工作, 進度, 進展, 目前進度, 目前狀態, 當前狀態",
        "Next": "下一步, 下一步計畫, 後續步驟, 後續工作, 接下來, 待辦, 待辦事項, 待完成, 未完成, 剩餘工作",
        "Decisions and why": "決策, 決定, 關鍵決策, 重要決策, 設計決策, 決策與原因, 決策及原因",
        "Dead ends": "死胡同, 失敗嘗試, 失敗的嘗試, 無效嘗試, 踩坑, 踩坑紀錄, 踩過的坑",
        "Files touched": "檔案, 相關檔案, 關鍵檔案, 重要檔案, 修改的檔案, 已修改檔案, 已修改的檔案",
        "How to verify": "如何驗證, 如何測試, 驗證, 驗證方法, 測試, 測試方法",
        "Checklist status": "清單, 檢查清單, 核對清單, 檢查表",
        "Open questions": "開放問題, 未決問題, 未解決的問題, 待解決的問題, 待確認, 待確認問題, 疑問",
    },
    "Japanese": {
        "Goal": "目的, 目標, ゴール, 背景, コンテキスト",
        "Done": (
            "完了, 完了済み, 完了したこと, 完了事項, やったこと, 実施済み, 実施したこと, 実施内容, 対応済み, "
            "変更内容, 進捗, 進捗状況, 現状, 現在の状況, 現在の状態"
        ),
        "Next": (
            "次のステップ, 次の作業, 次のアクション, 次にやること, やること, 今後の予定, 今後の作業, 残作業, "
            "残りの作業, 残タスク, 未完了, 未対応"
        ),
        "Decisions and why": "決定, 決定事項, 決定理由, 決定と理由, 決定事項と理由, 設計判断, 判断と理由",
        "Dead ends": (
            "行き止まり, うまくいかなかったこと, 失敗したこと, 失敗した試み, 試してダメだったこと, ハマったこと, "
            "ハマりどころ, 落とし穴"
        ),
        "Files touched": (
            "ファイル, 関連ファイル, 主要ファイル, 重要ファイル, 重要なファイル, 変更ファイル, 変更したファイル"
        ),
        "How to verify": "検証, 検証方法, 確認方法, 動作確認, 動作確認方法, テスト, テスト方法",
        "Checklist status": "チェックリスト",
        "Open questions": "未解決の質問, 未解決事項, 未決事項, 質問, 質問事項, 不明点, 疑問点, ブロッカー",
    },
    "Korean": {
        "Goal": "목표, 목적, 배경, 맥락, 컨텍스트",
        "Done": (
            "완료, 완료됨, 완료 사항, 완료된 작업, 완료한 작업, 한 일, 변경 사항, 진행 상황, 현재 상태, 현재 상황"
        ),
        "Next": "다음 단계, 다음 작업, 다음 할 일, 할 일, 해야 할 일, 남은 작업, 남은 일, 미완료, 향후 계획",
        "Decisions and why": (
            "결정, 결정 사항, 결정 이유, 결정과 이유, 결정 및 이유, 주요 결정, 주요 결정 사항, 설계 결정"
        ),
        "Dead ends": "막다른 길, 실패한 시도, 시행착오, 함정",
        "Files touched": (
            "파일, 관련 파일, 주요 파일, 중요 파일, 중요한 파일, 수정된 파일, 수정한 파일, 변경된 파일, 변경한 파일"
        ),
        "How to verify": "검증, 검증 방법, 확인 방법, 테스트, 테스트 방법",
        "Checklist status": "체크리스트",
        "Open questions": "열린 질문, 미해결 질문, 질문, 질문 사항",
    },
    "Hindi": {
        "Goal": "लक्ष्य, उद्देश्य, पृष्ठभूमि, संदर्भ",
        "Done": "पूर्ण, पूरा हुआ, हो गया, किया गया, किया गया काम, किया गया कार्य, प्रगति, वर्तमान स्थिति",
        "Next": "अगला, अगला कदम, अगले कदम, आगे के कदम, करना बाकी है, बाकी काम, शेष काम, शेष कार्य, लंबित, लंबित कार्य",
        "Decisions and why": "निर्णय, मुख्य निर्णय, लिए गए निर्णय, निर्णय और कारण, फैसले",
        "Dead ends": "असफल प्रयास, विफल प्रयास, क्या काम नहीं किया",
        "Files touched": "फ़ाइलें, मुख्य फ़ाइलें, महत्वपूर्ण फ़ाइलें, बदली गई फ़ाइलें, संशोधित फ़ाइलें, फाइलें",
        "How to verify": "सत्यापन, सत्यापन कैसे करें, परीक्षण, परीक्षण कैसे करें, जाँच, जांच",
        "Checklist status": "चेकलिस्ट, जाँच सूची",
        "Open questions": "खुले प्रश्न, खुले सवाल, अनुत्तरित प्रश्न, प्रश्न, सवाल",
    },
    "Arabic": {
        "Goal": "الهدف, الأهداف, الغرض, الخلفية, السياق",
        "Done": "تم, ما تم, ما تم إنجازه, تم إنجازه, المنجز, مكتمل, التقدم, الوضع الحالي, الحالة الحالية",
        "Next": (
            "التالي, الخطوة التالية, الخطوات التالية, الخطوات القادمة, المتبقي, ما تبقى, المهام المتبقية, العمل المتبقي"
        ),
        "Decisions and why": (
            "القرارات, أهم القرارات, القرارات الرئيسية, القرارات المتخذة, القرارات وأسبابها, القرارات والأسباب"
        ),
        "Dead ends": "طرق مسدودة, ما لم ينجح, محاولات فاشلة, المحاولات الفاشلة",
        "Files touched": "الملفات, الملفات المهمة, الملفات الرئيسية, الملفات المعدلة",
        "How to verify": "كيفية التحقق, كيفية الاختبار, التحقق, الاختبار, الاختبارات",
        "Checklist status": "قائمة التحقق, قائمة المراجعة",
        "Open questions": "أسئلة مفتوحة, الأسئلة المفتوحة, أسئلة معلقة, أسئلة, الأسئلة",
    },
    "Turkish": {
        "Goal": "Amaç, Hedef, Hedefler, Arka plan, Bağlam",
        "Done": (
            "Yapıldı, Yapılanlar, Tamamlandı, Tamamlananlar, Tamamlanan işler, Bitenler, İlerleme, Mevcut durum, "
            "Güncel durum, Şu anki durum"
        ),
        "Next": (
            "Sonraki adım, Sonraki adımlar, Sıradaki adımlar, Yapılacaklar, Yapılacak işler, Kalanlar, Kalan işler, "
            "Bekleyen işler"
        ),
        "Decisions and why": (
            "Kararlar, Önemli kararlar, Alınan kararlar, Kararlar ve nedenleri, Kararlar ve gerekçeleri"
        ),
        "Dead ends": "Çıkmaz sokaklar, İşe yaramayanlar, Başarısız denemeler",
        "Files touched": "Dosyalar, Önemli dosyalar, İlgili dosyalar, Değişen dosyalar, Değiştirilen dosyalar",
        "How to verify": "Nasıl doğrulanır, Nasıl test edilir, Doğrulama, Test, Testler",
        "Checklist status": "Kontrol listesi",
        "Open questions": "Açık sorular, Yanıtlanmamış sorular, Sorular, Engeller",
    },
    "Vietnamese": {
        "Goal": "Mục tiêu, Mục đích, Bối cảnh, Ngữ cảnh",
        "Done": (
            "Đã xong, Đã làm, Đã hoàn thành, Hoàn thành, Những việc đã làm, Công việc đã làm, Tiến độ, "
            "Tình trạng hiện tại, Trạng thái hiện tại"
        ),
        "Next": (
            "Bước tiếp theo, Các bước tiếp theo, Tiếp theo, Cần làm, Việc cần làm, Những việc cần làm, Còn lại, "
            "Việc còn lại, Công việc còn lại"
        ),
        "Decisions and why": "Quyết định, Các quyết định, Quyết định quan trọng, Quyết định và lý do",
        "Dead ends": "Ngõ cụt, Những gì không hiệu quả, Những cách không hiệu quả, Những lần thử thất bại",
        "Files touched": (
            "Tệp, Các tệp, Tập tin, Tệp quan trọng, Các tệp quan trọng, Tệp đã sửa, Tệp đã thay đổi, "
            "Các tệp đã thay đổi, Tập tin đã thay đổi"
        ),
        "How to verify": "Cách xác minh, Cách kiểm tra, Cách kiểm thử, Xác minh, Kiểm tra, Kiểm thử",
        "Checklist status": "Danh sách kiểm tra",
        "Open questions": "Câu hỏi mở, Các câu hỏi mở, Câu hỏi chưa giải quyết, Câu hỏi, Vướng mắc",
    },
    "Indonesian": {
        "Goal": "Tujuan, Sasaran, Latar belakang, Konteks",
        "Done": (
            "Selesai, Sudah selesai, Sudah dikerjakan, Yang sudah selesai, Yang sudah dikerjakan, Kemajuan, Progres, "
            "Kondisi saat ini, Status saat ini"
        ),
        "Next": (
            "Langkah selanjutnya, Langkah berikutnya, Selanjutnya, Berikutnya, Yang harus dikerjakan, Belum selesai, "
            "Yang belum selesai, Sisa pekerjaan, Pekerjaan tersisa"
        ),
        "Decisions and why": (
            "Keputusan, Keputusan utama, Keputusan penting, Keputusan dan alasan, Keputusan dan alasannya"
        ),
        "Dead ends": (
            "Jalan buntu, Yang tidak berhasil, Apa yang tidak berhasil, Percobaan gagal, Percobaan yang gagal, "
            "Upaya yang gagal"
        ),
        "Files touched": "Berkas, Berkas penting, Berkas yang diubah, File penting, File utama, File yang diubah",
        "How to verify": "Cara memverifikasi, Cara menguji, Cara pengujian, Verifikasi, Pengujian",
        "Checklist status": "Daftar periksa",
        "Open questions": "Pertanyaan terbuka, Pertanyaan, Hambatan",
    },
}

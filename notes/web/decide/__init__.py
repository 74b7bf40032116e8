"""What the page of a decision is made of."""

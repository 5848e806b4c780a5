"""The skirmish: two footmen, who are MAX, hunt one or two archers among trees."""

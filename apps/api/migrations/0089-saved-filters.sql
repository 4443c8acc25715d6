-- Filters of lists that a user saved, as {list, name, query}. Never what was typed into a search.

alter table user_preferences
  add column saved_filters jsonb check (jsonb_typeof(saved_filters) = 'array' and pg_column_size(saved_filters) <= 32768);

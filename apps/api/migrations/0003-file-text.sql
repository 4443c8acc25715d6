-- Whom the text of an uploaded PDF names, to warn before it is published for somebody else: labelled names, dates of
-- birth and patient numbers only, never the text. Emptied when the file is published.
alter table report_files add column identity_hints jsonb;

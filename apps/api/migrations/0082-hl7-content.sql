-- Who gave the record numbers and the ids of patients in HL7 messages: a name, or name&object identifier&ISO.
alter table integrations add column assigning_authority text
  check (assigning_authority is null or char_length(assigning_authority) between 1 and 100);

-- HL7: encrypted content, without the file, of the last message about a report and of the last accepted one.
alter table integration_reports
  add column sealed_sent bytea,
  add column sealed_accepted bytea;

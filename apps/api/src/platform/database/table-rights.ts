/**
 * Columns that statements and triggers of the program change; the application role may change no other one. Triggers of
 * migration 0078 say when, for the tables that decide something. A row that is locked needs one such column.
 */
export const CHANGED_COLUMNS: Readonly<Record<string, string>> = {
  activity_seal_state: `seals last_seal_id last_entry_id hash signature resumed_after_seal_id broken_at problem`,
  backup_choice: 'place_id folder chosen_by chosen_at',
  backup_runs: 'state started_at ended_at archive size_bytes file_count row_count sha256 problem',
  backup_setup: 'schedule keep is_encrypted told_at',
  critical_notices: 'state failure changed_at',
  critical_results: `report_id flagged_at due_at escalations next_escalation_at closed_at closed_by closing informed_at
    message_allowed_at message_allowed_by message_reason closing_reason version revision sha256 about_since
    message_version message_sha256 restored_at`,
  daily_totals: 'n',
  daily_totals_state: 'only_row time_zone',
  deliveries: 'state failure attempts due_at sent_at delivered_at template_id hold',
  inbox_items: `upload_key kind file_id file_name hints text has_codes_read title report_type_id match patient_id
    matched_at problem target_report_id claimed_by claimed_until state decided_by decided_at reject_reason
    reject_note report_id is_automatic reviewed_by reviewed_at statement changed_at revision visit
    is_critical patient_keys notices critical_since escalations next_escalation_at escalation_held_at
    has_proposal opened_by`,
  inbox_settings: 'file_name_pattern',
  inbox_sources: `name is_on publishes_automatically publisher_id folder certificate addresses charset problem
    problem_since last_received_at removed_at`,
  installation: 'key_fingerprint storage_marked_at pulse',
  held_sendings: 'waiting',
  integration_assertions: 'expires_at',
  integration_reports: `version is_current accepted_at accepted_type sent_change sent_type sent_version sealed_sent
    sealed_accepted`,
  integration_sendings: 'state version type answer tries first_refused_at next_try_at is_sending changed_at',
  integration_tokens: 'expires_at',
  integrations: `name purpose country legal_basis referrer_id includes_sensitive state pause_cause updated_at ended_at
    last_used_at scopes jwks jwks_uri key_hash key_expires_at key_days key_reminded_days url host port ca
    server_name processing_id sending_application sending_facility receiving_application receiving_facility
    assigning_authority sealed_secret sealed_previous_secret previous_secret_until failing_since failure tries
    next_try_at failure_mails refused_reports withdrawal_told_at`,
  known_devices: 'token_hash last_used_at',
  lab_calendars: 'week holidays seasons',
  lab_critical_settings: 'is_on target_minutes',
  lab_delivery_settings: 'link_days is_automatic quiet_from_hour quiet_until_hour sender_name adult_age',
  lab_letterheads: `is_used accreditation corner margin_x margin_y shows_signature logo logo_media_type logo_version
    updated_at`,
  lab_release_settings: 'two_persons report_type_ids technicians_release allows_alone late_told_at',
  lab_sign_in_settings: 'rule open_until open_reason',
  lab_visit_settings: 'is_on holds_unpaid gives_links',
  labs: 'name address_line1 city email phone updated_at',
  legal_holds: 'lift_reason lifted_by lifted_at',
  link_codes: 'code_hash tries used_at',
  link_sessions: 'token_hash has_code used_at',
  orphaned_uploads: 'remove_from',
  page_images: 'name width height size_bytes sha256 made_at used_at',
  passkeys: 'counter name last_used_at',
  password_resets: 'used_at',
  patient_delegates: 'ended_at end_reason ended_by',
  patient_import_rows: 'fields duplicate_patients duplicate_rows bad_fields',
  patient_imports: `finished_at content state problem attempts encoding separator unknown_columns skip_duplicates rows_total
    rows_checked rows_written rows_with_errors rows_duplicate confirmed_address confirmed_request_id
    skip_invalid`,
  patient_languages: 'language',
  patient_merges: 'undone_at undone_by',
  patients: `full_name emr_id email phone date_of_birth gender address_line1 city registration_type updated_at
    former_ids merged_into national_id`,
  provider_links: 'last_used_at last_acr last_auth_at lost_role_at',
  provider_logouts: 'expires_at',
  provider_requests: `provider_id user_id access_version provider_session sealed_id_token created_at expires_at`,
  rate_limits: 'attempts window_started_at waits_until',
  record_counts: 'n',
  recovery_codes: 'used_at',
  referrers: 'kind name phone email license_number archived_at note',
  report_announcements: 'needs_confirmation confirmed_by announced_at held_at',
  report_change_backlog: 'after_report_id',
  report_corrections: 'after_id',
  report_files: 'uploaded_by identity_hints report_id sha1',
  report_links: `expires_at revoked_at revocation wrong_tries locked_until device_hash first_opened_at last_opened_at
    opened_version`,
  report_openings: 'opened_at',
  report_types: 'title description is_sensitive loinc',
  reports: `patient_id report_type_id title remark file_id withdrawn_at withdrawn_by withdrawal_reason
    withdrawal_note version amended_at amended_by amendment_reason amendment_note visit_id release_id
    changed_at`,
  sent_messages: 'sent_at',
  session_tokens: 'replaced_at',
  sessions: 'last_seen_at confirmed_at sealed_id_token provider_confirmed_at ends_at',
  settings: `support_email support_phone support_hours upload_limit_mb idle_minutes absolute_hours updated_at
    second_factor_roles product_name logo logo_media_type logo_version time_zone default_page_size
    sign_in_attempts sign_in_attempts_per_address sign_in_window_minutes retention_years date_order country
    passkey_roles passkeys_from`,
  settings_updates: 'updated_at',
  sign_in_links: 'token_hash expires_at',
  sign_in_providers: `name client_id sealed_secret sealed_key public_key scopes domains roles_claim roles creates_accounts
    checks_second_factor acr session_hours returns_after_logout trusts_emails
    asks_for_account default_role refreshes_accounts updated_at last_used_at last_problem last_problem_at`,
  signatures: 'content media_type version updated_at',
  stamped_files: 'lab_id kind file_id host is_sealed seal_problem made_at',
  unopened_deliveries: 'ends_at',
  unreached_reports: 'lab_id agreed_email',
  unreleased_reports: `patient_id report_type_id title remark file_id sha256 visit_id inbox_item_id author_id author_ids
    revision opened_by state returned_by returned_at return_reason released_by released_at alone_reason
    reviewed_by reviewed_at discarded_by discarded_at critical_at suspended_by suspended_at discard_reason
    return_reply`,
  user_preferences: 'patient_columns report_columns updated_at',
  users: `full_name email phone password_hash user_type_id lab_id deactivated_at updated_at totp_secret
    totp_confirmed_at totp_last_step is_invited access_version totp_pending_secret totp_pending_until
    totp_pending_session passkey_handle refused_mail refused_mail_at refused_mail_to`,
  viewing_passes: 'code_hash used_at session_hash',
  visit_links: 'token_hash language expires_at created_by created_at',
  visit_report_types: 'target_at',
  visit_slips: 'wrong_tries locked_until device_hash revoked_at revocation',
  visits: `patient_id referrer_id collected_at received_at promised_at payment payment_by payment_at waiver_reason
    note order_key updated_at canceled_by canceled_at is_awaited target_at collected_on received_on
    order_number is_referrer_certain`,
}

/** Tables of which the program removes rows, besides those that the database removes with their patient or lab. */
export const REMOVED_ROWS = `backup_choice backup_setup daily_total_changes daily_totals held_sendings idempotency_keys inbox_items inbox_messages
    inbox_rules integration_assertions integration_sendings integration_tokens known_devices
    lab_critical_contacts lab_turnaround_targets labs link_codes link_sessions orphaned_uploads page_images
    passkey_challenges passkeys password_resets patient_import_rows patient_imports patient_merges patients
    provider_links provider_logouts provider_requests rate_limits recovery_codes report_change_backlog
    report_corrections report_files report_openings report_types sent_messages session_tokens sessions
    sign_in_links sign_in_providers signatures unopened_deliveries unreached_reports verification_lookups
    viewing_passes visit_links visit_report_types`

/** Of records that decide or prove something, ids, times and outcomes are the database's: none is backdated or added as decided. */
export const GIVEN_COLUMNS: Readonly<Record<string, string>> = {
  activity_log:
    'actor_id actor_name actor_role lab_id action object_type object_id summary address request_id',
  activity_seals: 'last_entry_id entry_count hash',
  critical_calls: `critical_result_id called_by person person_role phone began_at ended_at read_out outcome caller value
    unit identifiers`,
  critical_notices: 'critical_result_id inbox_item_id step user_id channel',
  critical_results: `report_id unreleased_id lab_id cause flagged_by flagged_at target_minutes due_at escalations
    next_escalation_at source_id`,
  delivery_events: 'delivery_id kind detail by_user',
  legal_holds: 'patient_id placed_by reason',
  patient_changes: 'patient_id changed_by kind changes',
  patient_consents: 'patient_id channel is_given wording_version recorded_by',
  patient_merges: `survivor_id merged_id merged_by reason report_ids changes delivery_change visit_ids unreleased_ids`,
  patients: `lab_id registered_by full_name emr_id national_id email phone date_of_birth gender address_line1 city
    registration_type`,
  report_calls: 'report_id delegate_id report_version outcome note called_at called_by',
  reports: `lab_id patient_id report_type_id title remark file_id uploaded_by republished_from visit_id release_id`,
  unreleased_reports: `lab_id patient_id report_type_id title remark file_id sha256 visit_id moves_visit_id report_id
    based_on amendment_reason amendment_note republished_from inbox_item_id inbox_revision author_id author_ids
    critical_at suspended_at suspended_by`,
  visits: `lab_id patient_id referrer_id is_referrer_certain order_number collected_at received_at collected_on
    received_on promised_at payment payment_by payment_at waiver_reason note order_key created_by`,
}

/** Changed as a whole: a table that the program locks, and views through which earlier versions write these tables. */
export const CHANGED_TABLES = 'daily_totals_state'
export const VIEWS = 'day_volumes day_volumes_state settled_requests throttles unclaimed_files volume_changes'

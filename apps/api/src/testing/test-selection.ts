/** Tests that need no database: the project `api-unit`, which `npm run verify` runs. Paths below `apps/api`. */
export const UNIT_TESTS = [
  'src/config.test.ts',
  'src/http/connection-closing.test.ts',
  'src/core/csv-line.test.ts',
  'src/http/error-handler.test.ts',
  'src/http/index-page.test.ts',
  'src/http/file-streaming.test.ts',
  'src/http/user-queues.test.ts',
  'src/http/readiness.test.ts',
  'src/http/write-turns.test.ts',
  'src/http/response-serializer.test.ts',
  'src/modules/activity/view-recorder.test.ts',
  'src/core/masked-text.test.ts',
  'src/modules/deliveries/sending/retry-schedule.test.ts',
  'src/modules/inbox/matching/file-name.test.ts',
  'src/modules/inbox/matching/judge.test.ts',
  'src/modules/inbox/matching/rules.test.ts',
  'src/hl7-settings.test.ts',
  'src/modules/inbox/hl7/hl7-message.test.ts',
  'src/modules/inbox/hl7/mllp-frames.test.ts',
  'src/modules/inbox/hl7/peer-addresses.test.ts',
  'src/modules/inbox/hl7/result-documents.test.ts',
  'src/modules/insights/insight-period.test.ts',
  'src/modules/patients/import/reading/file-reading.test.ts',
  'src/modules/patients/import/reading/reading-thread.test.ts',
  'src/modules/patients/import/reading/reading.test.ts',
  'src/modules/patients/duplicates/name-similarity.test.ts',
  'src/modules/inspection/identity-hints.test.ts',
  'src/modules/inspection/inspection-process.test.ts',
  'src/packaging.test.ts',
  'src/platform/batch-writer.test.ts',
  'src/platform/create-sms-gateway.test.ts',
  'src/platform/database/replica-lag.test.ts',
  'src/platform/fair-queue.test.ts',
  'src/platform/mailer.test.ts',
  'src/platform/network-of.test.ts',
  'src/platform/password-hasher.test.ts',
  'src/platform/pdf-seal/read-key-file.test.ts',
  'src/platform/silent-queue.test.ts',
  'src/platform/work-lanes.test.ts',
  'src/seal-settings.test.ts',
  'src/testing/schema/migrations-written.test.ts',
  'src/testing/test-selection.test.ts',
]

export const NO_DATABASE = 'Uses no database, but starts programs, which takes too long for a unit test.'
const OWN_SERVERS = 'Starts embedded servers itself.'
const PROCESSES = 'Tests how processes start and stop; their statements are tested on both.'
const BEFORE_SQL = 'Tests HTTP or the process, before a statement is sent.'
const FILE_CONTENT = 'Tests how file contents are judged.'
const ARCHIVE =
  'Tests the archive of a backup; its records are written and restored on both in restore-drill.test.ts.'
const STORAGE = 'Tests the storage of files; their rows are tested on both.'
const CONNECTIONS =
  'Tests connections and their bytes; what messages store is tested on both in hl7-inbox.test.ts.'
const FOLDERS = 'Tests the file system; claims and items of folders are tested on both.'
const MESSAGES =
  'Tests mail and text messages; what is sent when, once, is tested on both in delivery-worker.test.ts.'
const REPEATED = 'Every statement it sends is sent on both by other tests.'
const SIZE = 'Tests a limit with many rows; the same statements are tested on both with fewer.'

/**
 * The tests that the run on an external PostgreSQL skips, and why. Everything else in the project `api` runs there as
 * well.
 */
export const EMBEDDED_ONLY: Readonly<Record<string, string>> = {
  'src/cli/audit-verify.test.ts': PROCESSES,
  'src/cli/commands.test.ts': NO_DATABASE,
  'src/http/access.test.ts':
    'The role is checked before a repository is called; the lab scope is tested on both.',
  'src/http/ended-sessions.test.ts': BEFORE_SQL,
  'src/http/extreme-values.test.ts':
    'Extreme values are rejected or brought into range before a statement is sent.',
  'src/http/http.test.ts': BEFORE_SQL,
  'src/http/refused-uploads.test.ts': BEFORE_SQL,
  'src/http/robustness.test.ts': BEFORE_SQL,
  'src/http/scrape-access.test.ts': BEFORE_SQL,
  'src/http/traffic-limits.test.ts': BEFORE_SQL,
  'src/http/user-limits.test.ts': BEFORE_SQL,
  'src/logged-data.test.ts': REPEATED,
  'src/modules/activity/list-views.test.ts': REPEATED,
  'src/modules/auth/account.test.ts': REPEATED,
  'src/modules/auth/anonymous-limits.test.ts':
    'Counts requests and hashes; the rate limits are tested on both.',
  'src/modules/auth/password-reset.test.ts': MESSAGES,
  'src/modules/auth/session-cache.test.ts': REPEATED,
  'src/modules/auth/session-tokens.test.ts': REPEATED,
  'src/modules/backups/archive.test.ts': ARCHIVE,
  'src/modules/backups/backup-choice.test.ts':
    'Tests the folder of backups; runs and their records are tested on both in backups.test.ts.',
  'src/modules/backups/hostile-archive.test.ts': ARCHIVE,
  'src/modules/deliveries/link/delegate-links.test.ts': REPEATED,
  'src/modules/deliveries/link/link-pages.test.ts':
    'Tests the HTML and headers of pages; links and their records are tested on both.',
  'src/modules/deliveries/link/link-report.test.ts':
    'Tests pages and files behind a link; links, codes and sessions are tested on both.',
  'src/modules/deliveries/link/link-tries.test.ts': REPEATED,
  'src/modules/deliveries/sending/hand-over.test.ts': REPEATED,
  'src/modules/deliveries/sending/mail-failures.test.ts': MESSAGES,
  'src/modules/deliveries/sending/sms-sending.test.ts': MESSAGES,
  'src/modules/files/page-images/page-images.test.ts': STORAGE,
  'src/modules/files/report-files-in-bucket.test.ts': STORAGE,
  'src/modules/files/report-files.test.ts': REPEATED,
  'src/modules/files/upload/upload-quota.test.ts': REPEATED,
  'src/modules/inbox/folders/folder-outages.test.ts': FOLDERS,
  'src/modules/inbox/folders/folder-watcher.test.ts': FOLDERS,
  'src/modules/inbox/folders/hostile-folders.test.ts': FOLDERS,
  'src/modules/inbox/hl7/hl7-senders.test.ts': REPEATED,
  'src/modules/inbox/hl7/mllp-attacks.test.ts': CONNECTIONS,
  'src/modules/inbox/hl7/mllp-server.test.ts': CONNECTIONS,
  'src/modules/inbox/matching/corpus.test.ts':
    'Tests how well documents are matched; the search for candidates is tested on both in inbox.test.ts.',
  'src/modules/inbox/uploads/archives.test.ts': FILE_CONTENT,
  'src/modules/insights/openings.test.ts': REPEATED,
  'src/modules/inspection/file-inspector.test.ts': NO_DATABASE,
  'src/modules/inspection/image-inspection.test.ts': FILE_CONTENT,
  'src/modules/inspection/inspection-queue.test.ts': FILE_CONTENT,
  'src/modules/inspection/page-codes.test.ts': FILE_CONTENT,
  'src/modules/inspection/page-drawer.test.ts': FILE_CONTENT,
  'src/modules/inspection/upload-inspection.test.ts': FILE_CONTENT,
  'src/modules/inspection/virus-scan.test.ts': FILE_CONTENT,
  'src/modules/monitoring/alerts.test.ts': 'Compares the alert rules with the names of the metrics.',
  'src/modules/patients/contact-consent/contact-consent.test.ts': REPEATED,
  'src/modules/patients/delegates/aging-out.test.ts': REPEATED,
  'src/modules/patients/export/patient-export.test.ts': REPEATED,
  'src/modules/patients/import/import-checking.test.ts': FILE_CONTENT,
  'src/modules/patients/import/import-crash.test.ts': PROCESSES,
  'src/modules/patients/import/import-hostile.test.ts': FILE_CONTENT,
  'src/modules/patients/import/import-size.test.ts': SIZE,
  'src/modules/patients/merge/merge-delivery.test.ts': REPEATED,
  'src/modules/patients/records/patient-edit.test.ts': REPEATED,
  'src/modules/patients/registry/registration.test.ts': REPEATED,
  'src/modules/report-types/report-types.test.ts': REPEATED,
  'src/modules/reports/list/report-csv-limit.test.ts': SIZE,
  'src/modules/reports/patient-match/patient-proposal.test.ts': REPEATED,
  'src/modules/reports/publishing/publishing.test.ts': REPEATED,
  'src/modules/reports/versions/amendment.test.ts': REPEATED,
  'src/modules/settings/logo.test.ts': FILE_CONTENT,
  'src/modules/settings/settings.test.ts': REPEATED,
  'src/modules/settings/setup-checklist.test.ts': MESSAGES,
  'src/modules/stamping/copies/sealed-copies.test.ts':
    'Tests the seals of copies; storing copies is tested on both in stamped-files.test.ts.',
  'src/modules/stamping/report-stamper.test.ts': FILE_CONTENT,
  'src/modules/stamping/stamp-text.test.ts': FILE_CONTENT,
  'src/modules/stamping/unchanged-files.test.ts': FILE_CONTENT,
  'src/modules/users/invitation.test.ts': REPEATED,
  'src/modules/verification/verification-pages.test.ts':
    'Tests the HTML and headers of pages; codes and lookups are tested on both.',
  'src/platform/database/embedded-database.test.ts': OWN_SERVERS,
  'src/platform/file-storage/s3-failures.test.ts': NO_DATABASE,
  'src/platform/file-storage/storage-promises.test.ts': NO_DATABASE,
  'src/platform/notifications.test.ts': REPEATED,
  'src/platform/pdf-seal/request-timestamp.test.ts': NO_DATABASE,
  'src/platform/pdf-seal/seal-key.test.ts': NO_DATABASE,
  'src/platform/pdf-seal/seal-pdf.test.ts': NO_DATABASE,
  'src/platform/virus-scanner/clamd-scanner.test.ts': NO_DATABASE,
  'src/server-guards.test.ts': PROCESSES,
  'src/server-stopping.test.ts': OWN_SERVERS,
  'src/server.test.ts': OWN_SERVERS,
  'src/testing/cluster/cluster.test.ts': OWN_SERVERS,
  'src/testing/crash/crash.test.ts': OWN_SERVERS,
  'src/testing/rolling-upgrade/rolling-upgrade.test.ts': PROCESSES,
  'src/testing/storage-nodes/storage-nodes.test.ts': NO_DATABASE,
  'src/testing/test-database.test.ts': REPEATED,
}

const DATABASE =
  /\b(startTestApp|createTestDatabase|createDatabase|runOnServer)\(|\btestDatabaseServer\b|\bdatabase\.(query|one|maybeOne|execute)\b|from 'pg'/

/** Whether a test starts a database or sends statements, judged by its source text. */
export const usesDatabase = (source: string): boolean => DATABASE.test(source)

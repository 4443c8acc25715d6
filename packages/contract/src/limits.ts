/** The limits of section 9, technical caps for values without a specified limit (AMB-94), and lists of choices. */

export const NAME_LENGTH = { min: 3, max: 30 } as const
export const PASSWORD_LENGTH = { min: 8, max: 16 } as const
/** A reset accepts any passphrase up to this technical limit (AMB-17). */
export const RESET_PASSWORD_LENGTH = { min: 8, max: 128 } as const
export const PHONE_MIN_LENGTH = 8
export const EMR_ID_LENGTH = { min: 3, max: 30 } as const
export const ADDRESS_LINE_LENGTH = { min: 3, max: 50 } as const
export const CITY_LENGTH = { min: 3, max: 30 } as const
export const REMARK_LENGTH = { min: 3, max: 100 } as const
export const REPORT_TITLE_LENGTH = { min: 3, max: 255 } as const
export const LAB_NAME_LENGTH = { min: 2, max: 255 } as const
export const REPORT_TYPE_TITLE_LENGTH = { min: 2, max: 255 } as const
export const TEXT_MAX_LENGTH = 255
export const REASON_LENGTH = { min: 3, max: TEXT_MAX_LENGTH } as const
export const NOTE_MAX_LENGTH = 1000
export const EMAIL_MAX_LENGTH = 254
export const SEARCH_MAX_LENGTH = 100

export const EARLIEST_DATE_OF_BIRTH = '1900-01-01'
export const GENDERS = ['MALE', 'FEMALE', 'OTHER'] as const
export type Gender = (typeof GENDERS)[number]
export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]
/** For patients without a recorded language. */
export const DEFAULT_LANGUAGE: Language = 'en'
export const CONSENT_CHANNELS = ['email', 'sms', 'whatsapp'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]
export const LINK_DAYS = { min: 1, max: 90, default: 30 } as const
/** Longer names do not fit into the sender of an SMS. */
export const SENDER_NAME_LENGTH = { min: 3, max: 11 } as const
export const MESSAGE_TEMPLATE_LENGTH = { min: 10, max: 300 } as const
export const ADULT_AGE = { min: 14, max: 25, default: 18 } as const
export const DELEGATE_KINDS = ['guardian', 'delegate'] as const
export type DelegateKind = (typeof DELEGATE_KINDS)[number]
export const DELEGATE_RELATIONS = [
  'parent',
  'legal-guardian',
  'spouse',
  'child',
  'sibling',
  'caregiver',
  'other',
] as const
export type DelegateRelation = (typeof DELEGATE_RELATIONS)[number]
export const DOCUMENT_LENGTH = { min: 3, max: 100 } as const
export const DELEGATES_MAX = 10
/** Chosen for a report that belongs to no visit. */
export const NO_VISIT = 'none'
export const PAYMENTS = ['unknown', 'due', 'paid', 'waived'] as const
export type Payment = (typeof PAYMENTS)[number]
export const REFERRER_KINDS = ['doctor', 'clinic'] as const
export type ReferrerKind = (typeof REFERRER_KINDS)[number]
export const REFERRER_NAME_LENGTH = { min: 2, max: 100 } as const
export const LICENSE_LENGTH = { min: 2, max: 60 } as const
/** Per lab, without archived ones. */
export const REFERRERS_MAX = 2_000
/** Report types that one visit expects. */
export const VISIT_TYPES_MAX = 20
export const VISIT_REPORTS_MAX = 50
/** Records of a list that one request changes, each with its own outcome. */
export const BULK_MAX = 50
/** Open lists of the counter count up to this number. */
export const VISIT_COUNT_LIMIT = 200
/** Front desk lists: promised, due or created today; overdue; due within an hour; ready and not collected. */
export const VISIT_LISTS = ['today', 'late', 'soon', 'uncollected'] as const
export type VisitList = (typeof VISIT_LISTS)[number]
/** Working minutes until a report has to be published. */
export const TARGET_MINUTES = { min: 1, max: 60 * 24 * 60 } as const
export const TARGETS_MAX = 500
export const HOLIDAYS_MAX = 200
export const SEASONS_MAX = 20
export const SEASON_DAYS_MAX = 60
export const CALENDAR_NAME_LENGTH = { min: 1, max: 60 } as const
/** Insights measure the newest visits, up to this number. */
export const TURNAROUND_LIMIT = 20_000
/** Minutes until a critical result has to be read back. */
export const CRITICAL_TARGETS = [15, 30, 60] as const
export type CriticalTarget = (typeof CRITICAL_TARGETS)[number]
export const DEFAULT_CRITICAL_TARGET: CriticalTarget = 30
export const CRITICAL_CONTACTS_MAX = 20
/** Only `read-back` closes a critical result. */
export const CALL_OUTCOMES = [
  'read-back',
  'reached',
  'voicemail',
  'not-reached',
  'wrong-number',
  'declined',
] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]
export const CALLED_PERSON_LENGTH = { min: 2, max: 100 } as const
export const CALLED_ROLE_LENGTH = { min: 2, max: 60 } as const
export const CALLED_NUMBER_LENGTH = { min: 2, max: 40 } as const
/** Calls per critical result. */
export const CALLS_MAX = 50
/** A call that is recorded later is marked. */
export const CALL_RECORDED_LATE_MINUTES = 15
/** A person’s clock differs from the server’s by this at most. */
export const CLOCK_DIFFERENCE_MS = 60_000
/** Lists of critical results count up to this number. */
export const CRITICAL_COUNT_LIMIT = 1_000
/** Only the newest critical results of a period count for the figures. */
export const CRITICAL_TIMES_LIMIT = 100_000
export const DEFAULT_PHONE_COUNTRY = 'ae'
export const PATIENT_ID_PREFIX = 'ZL-'
export const ALL_REPORT_TYPES = { id: 0, title: 'All' } as const

export const DEFAULT_PAGE = 1
export const DEFAULT_PAGE_SIZE = 10
export const PAGE_SIZES = [10, 20, 30, 50] as const
export const MAX_PAGE_SIZE = 100
/** Counting stops here, and the dashboard shows an estimate. */
export const DASHBOARD_COUNT_LIMIT = 1_000
/** Age from which a report that only its publisher has opened counts as never opened. */
export const NEVER_OPENED_DAYS = 3

/** Names of report file types (section 3); IMAGE stands for any image type. */
export const FILE_TYPES = ['IMAGE', 'PDF', 'JPEG', 'PNG', 'JPG'] as const
/** The first bytes of a file must match the media type of its extension (AMB-60). */
export const REPORT_FILE_EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png'] as const
export const REPORT_FILE_MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type ReportFileMediaType = (typeof REPORT_FILE_MEDIA_TYPES)[number]
export const REPORT_FILE_NAME = /^[\w-]{20,64}\.(pdf|jpg|png)$/
export const REPORT_FILE_PART = 'reportFile'
export const UPLOAD_LIMIT_MB = { min: 1, max: 100 } as const

export const IDLE_MINUTES = { min: 5, max: 720, default: 60 } as const
export const ABSOLUTE_HOURS = { min: 1, max: 168, default: 12 } as const

/** Attempts from a browser that signed in before are counted separately until it has been unused for this long. */
export const KNOWN_DEVICE_DAYS = 180
export const PASSKEYS_MAX = 10
export const PROVIDERS_MAX = 10
export const PROVIDER_NAME_LENGTH = { min: 1, max: 60 } as const
export const PROVIDER_SESSION_HOURS = { min: 1, max: 12, default: 8 } as const
/** Staff of a lab who signed in through a provider before it can be the only way. */
export const STAFF_BEFORE_PROVIDER_ONLY = 2
/** Values of a claim that give a role. */
export const PROVIDER_ROLE_VALUES_MAX = 50
export const OPEN_SIGN_IN_HOURS = { min: 1, max: 24 } as const
export const OPEN_SIGN_IN_REASON_LENGTH = { min: 10, max: 500 } as const
export const PASSKEY_NAME_LENGTH = { min: 1, max: 60 } as const
/** Before passkeys are required of a role, its users are reminded. */
export const PASSKEY_REMINDER_DAYS = 14
export const DELIVERY_CHANNELS = ['email', 'sms', 'whatsapp', 'slip', 'copy', 'paper'] as const
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]
/** Sheets, and rolls by their width. */
export const SLIP_PAPERS = ['a4', 'a5', 'roll-80', 'roll-58'] as const
export type SlipPaper = (typeof SLIP_PAPERS)[number]
/** `correction-not-opened`: the patient opened an earlier version, and not the corrected one. */
export const DELIVERY_VIEWS = [
  'attention',
  'all',
  'not-reached',
  'not-opened',
  'correction-not-opened',
] as const
export type DeliveryView = (typeof DELIVERY_VIEWS)[number]
/** Maximum deliveries that a view counts and pages through. */
export const DELIVERY_COUNT_LIMIT = 1_000
/** Only the newest messages of a period count for the opening times. */
export const DELIVERY_TIMES_LIMIT = 100_000
export const PDF_MAX_PAGES = 500
export const IMAGE_MAX_MEGAPIXELS = 100

export const PRODUCT_NAME = 'Zelab'
export const PRODUCT_NAME_LENGTH = { min: 2, max: 40 } as const
export const LOGO_MAX_KB = 256
/** A small file can contain a huge image, which every page would have to decode. */
export const LOGO_MAX_MEGAPIXELS = 4
export const LOGO_PART = 'logo'
export const PICTURE_MAX_KB = 256
export const PICTURE_MAX_MEGAPIXELS = 4
export const LETTERHEAD_LOGO_PART = 'logo'
export const SIGNATURE_PART = 'signature'
export const ACCREDITATION_LENGTH = { min: 2, max: 60 } as const
export const STAMP_CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type StampCorner = (typeof STAMP_CORNERS)[number]
export const STAMP_MARGIN_MM = { min: 5, max: 60 } as const
export const SIGN_IN_ATTEMPTS = { min: 3, max: 100 } as const
export const SIGN_IN_ATTEMPTS_PER_ADDRESS = { min: 10, max: 10_000 } as const
export const SIGN_IN_WINDOW_MINUTES = { min: 1, max: 1440 } as const
export const INVITATION_DAYS = 7
/** Existing records that one registration can declare to be different people. */
export const DIFFERENT_FROM_MAX = 50
export const IMPORT_PART = 'patientFile'
export const IMPORT_MAX_MB = 25
export const IMPORT_MAX_ROWS = 100_000
export const IMPORT_ENCODINGS = [
  'UTF-8',
  'UTF-16LE',
  'UTF-16BE',
  'Windows-1252',
  'Windows-1256',
  'ISO-8859-6',
  'Macintosh',
  'CP850',
  'CP720',
  'CP864',
] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]
export const IMPORT_ROW_KINDS = ['errors', 'duplicates', 'all'] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const RETENTION_YEARS = { min: 1, max: 100 } as const
/** All entries, the caller's actions, and actions of the service (AMB-87). */
export const ACTIVITY_TABS = ['all', 'self', 'system'] as const
export type ActivityTab = (typeof ACTIVITY_TABS)[number]
export const ACTIVITY_KINDS = ['changes', 'views'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
/** Periods that end today; 12 months are calendar months including the current one. */
export const INSIGHT_PERIODS = ['7d', '30d', '12m', 'year'] as const
export type InsightPeriod = (typeof INSIGHT_PERIODS)[number]
/** Waiting time until a report is first opened: each band ends at its label, and the last is open-ended. */
export const WAIT_BANDS = [
  '15 minutes',
  '1 hour',
  '4 hours',
  '1 day',
  '3 days',
  '7 days',
  '30 days',
  'longer',
] as const

export const INBOX_SOURCE_KINDS = ['folder', 'hl7'] as const
export type InboxSourceKind = (typeof INBOX_SOURCE_KINDS)[number]
export const INBOX_ORIGINS = ['upload', ...INBOX_SOURCE_KINDS] as const
export type InboxOrigin = (typeof INBOX_ORIGINS)[number]
/** `automatic`: published automatically and not reviewed. */
export const INBOX_VIEWS = ['open', 'automatic', 'rejected'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]
export const INBOX_MATCHES = ['green', 'amber', 'red'] as const
export type InboxMatch = (typeof INBOX_MATCHES)[number]
/** Files of one drop, or entries of one ZIP archive. */
export const INBOX_DROP_FILES = 200
export const INBOX_ZIP_MAX_MB = 500
export const INBOX_PUBLISH_MAX = 200
export const INBOX_REJECTED_DAYS = 30
export const INBOX_RULES_MAX = 50
export const INBOX_RULE_TEXT_LENGTH = { min: 2, max: 100 } as const
export const INBOX_SOURCES_MAX = 20
export const INBOX_SOURCE_NAME_LENGTH = { min: 2, max: 60 } as const
export const INBOX_PATTERN_LENGTH = { min: 3, max: 200 } as const
export const INBOX_CANDIDATES = 5
export const HL7_CHARSETS = ['utf-8', 'iso-8859-1', 'iso-8859-6', 'windows-1252', 'windows-1256'] as const

/** The columns of lists that a user can show or hide; Actions are always visible. */
export const PATIENT_LIST_COLUMNS = [
  'id',
  'fullName',
  'contact',
  'personal',
  'emrId',
  'registration',
] as const
export type PatientListColumn = (typeof PATIENT_LIST_COLUMNS)[number]

export const REPORT_LIST_COLUMNS = ['title', 'patient', 'reportType', 'uploadedBy', 'uploadDate'] as const
export type ReportListColumn = (typeof REPORT_LIST_COLUMNS)[number]

/**
 * `awaiting`: for those who may release. `sentBack`: for them and those who may take one over. `own`: awaiting or
 * returned, of the caller. `review`: released alone.
 */
export const RELEASE_LISTS = ['awaiting', 'sentBack', 'own', 'review'] as const
export type ReleaseList = (typeof RELEASE_LISTS)[number]
export const RELEASE_RULES = ['none', 'types', 'all'] as const
export const RELEASE_TYPES_MAX = 500
export const RELEASE_REASON_LENGTH = { min: 10, max: 500 } as const
export const RELEASE_REPLY_LENGTH = { min: 1, max: 500 } as const
/** A report that awaits release longer is late. */
export const RELEASE_LATE_MINUTES = 120
/** In which another Doctor reviews a release alone on duty. */
export const REVIEW_HOURS = 24
/** A release needs a sign-in or an identity check within this time. */
export const IDENTITY_MINUTES = 15

/** The limits of section 9, and technical caps for values without a specified limit (AMB-94). */

export const NAME_LENGTH = { min: 3, max: 30 } as const
export const PASSWORD_LENGTH = { min: 8, max: 16 } as const
/** A reset accepts any passphrase up to a technical limit (AMB-17). */
export const RESET_PASSWORD_LENGTH = { min: 8, max: 128 } as const
export const PHONE_MIN_LENGTH = 8
export const EMR_ID_LENGTH = { min: 3, max: 30 } as const
export const ADDRESS_LINE_LENGTH = { min: 3, max: 50 } as const
export const CITY_LENGTH = { min: 3, max: 30 } as const
export const REMARK_LENGTH = { min: 3, max: 100 } as const
export const REPORT_TITLE_LENGTH = { min: 3, max: 255 } as const
export const LAB_NAME_LENGTH = { min: 2, max: 255 } as const
export const REPORT_TYPE_TITLE_LENGTH = { min: 2, max: 255 } as const
/** For texts without a specified limit. */
export const TEXT_MAX_LENGTH = 255
export const NOTE_MAX_LENGTH = 1000
export const EMAIL_MAX_LENGTH = 254
export const SEARCH_MAX_LENGTH = 100

export const EARLIEST_DATE_OF_BIRTH = '1900-01-01'
export const GENDERS = ['MALE', 'FEMALE', 'OTHER'] as const
export type Gender = (typeof GENDERS)[number]
/** Of messages to patients and the pages that they open. */
export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]
/** Of messages to patients without a recorded one. */
export const DEFAULT_LANGUAGE: Language = 'en'
/** Channels that need the patient's consent. */
export const CONSENT_CHANNELS = ['email', 'sms', 'whatsapp'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]
/** How long a link works, and the hours in which automatic messages wait. */
export const LINK_DAYS = { min: 1, max: 90, default: 30 } as const
export const QUIET_HOURS = { from: 21, until: 8 } as const
/** The name that messages of a lab come from; longer names do not fit into the sender of an SMS. */
export const SENDER_NAME_LENGTH = { min: 3, max: 11 } as const
export const MESSAGE_TEMPLATE_LENGTH = { min: 10, max: 300 } as const
/** A guardian's access ends on this birthday of the patient. */
export const ADULT_AGE = { min: 14, max: 25, default: 18 } as const
/** A guardian has access until the patient is an adult; a delegate as long as the patient wants. */
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
/** Guardians and delegates of one patient at a time. */
export const DELEGATES_MAX = 10
/** Ended ones that are listed, the newest. */
export const ENDED_DELEGATES_SHOWN = 20
/** A patient is listed this long before a guardian's access ends with the patient's age. */
export const AGING_OUT_DAYS = 30
export const DEFAULT_PHONE_COUNTRY = 'ae'
export const PATIENT_ID_PREFIX = 'ZL-'
export const ALL_REPORT_TYPES = { id: 0, title: 'All' } as const

export const DEFAULT_PAGE = 1
export const DEFAULT_PAGE_SIZE = 10
export const PAGE_SIZES = [10, 20, 30, 50] as const
export const MAX_PAGE_SIZE = 100
export const RECENT_ROWS = 10
/** Maximum reports that a group of the dashboard counts. */
export const DASHBOARD_COUNT_LIMIT = 1_000
/** From this age a report that only its publisher has opened counts as never opened. */
export const NEVER_OPENED_DAYS = 3

/** Names of report file types (section 3); IMAGE stands for any image type. */
export const FILE_TYPES = ['IMAGE', 'PDF', 'JPEG', 'PNG', 'JPG'] as const
/** Accepted file extensions, and the media types that the first bytes must match (AMB-60). */
export const REPORT_FILE_EXTENSIONS = ['.pdf', '.jpg', '.jpeg', '.png'] as const
export const REPORT_FILE_MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type ReportFileMediaType = (typeof REPORT_FILE_MEDIA_TYPES)[number]
/** The name of a stored file: base64url, so it may begin with - or _, and an extension. */
export const REPORT_FILE_NAME = /^[\w-]{20,64}\.(pdf|jpg|png)$/
export const REPORT_FILE_PART = 'reportFile'
export const DEFAULT_UPLOAD_LIMIT_MB = 10
export const UPLOAD_LIMIT_MB = { min: 1, max: 100 } as const

const MINUTE = 60_000
export const SEARCH_DELAY_MS = 500
/** 1000*60*24 ms, that is 24 minutes (AMB-80). */
export const LOOKUP_STALE_MS = 1000 * 60 * 24
export const USERS_STALE_MS = 1000 * 60 * 24
export const REPORTS_STALE_MS = 5 * MINUTE
export const PATIENTS_STALE_MS = 5 * MINUTE
export const REPORT_SKELETON_ROWS = 5
export const PATIENT_SKELETON_ROWS = 3
export const RECENT_PANEL_HEIGHT_PX = 400

export const SIDEBAR_COOKIE = 'sidebar:state'
export const SIDEBAR_COOKIE_MAX_AGE_S = 604_800
/** Narrower, it is collapsed at first. */
export const SIDEBAR_EXPANDED_FROM_PX = 1200
export const SIDEBAR_WIDTH = { expanded: '16rem', mobile: '18rem', icon: '3rem' } as const
export const MOBILE_BREAKPOINT_PX = 768
export const TOOLTIP_DELAY_MS = 700
export const TOOLTIP_SKIP_DELAY_MS = 300

export const TOAST_LIMIT = 3
export const TOAST_MS = 5000
/** Toasts of the patient registration flow, bottom center (AMB-82). */
export const PATIENT_TOAST_MS = 1500

export const IDLE_MINUTES = { min: 5, max: 720, default: 60 } as const
export const ABSOLUTE_HOURS = { min: 1, max: 168, default: 12 } as const
export const RESET_TOKEN_MINUTES = 60

/** Attempts within the window before an account or an address must wait (AMB-92); a setting for sign-ins. */
export const RESET_MAIL_LIMIT = { perAccount: 5, perAddress: 50, windowMinutes: 60 } as const
/** Attempts with one reset link, each of which hashes a password, and calls without a valid link from one address. */
export const PASSWORD_RESET_LIMIT = { perAccount: 10, perAddress: 100, windowMinutes: 15 } as const
/** How long a browser that signed in before is counted separately without being used. */
export const KNOWN_DEVICE_DAYS = 180
export const KNOWN_DEVICES_PER_USER = 50
/** Test emails, each of which connects to the mail server. */
export const TEST_MAIL_LIMIT = { perAccount: 5, perAddress: 20, windowMinutes: 10 } as const
/** Messages and links for patients that a user requests. */
export const SEND_LIMIT = { perAccount: 60, perAddress: 600, windowMinutes: 10 } as const
/** Delivery receipts of one gateway, at most 50 a second. */
export const SMS_RECEIPT_LIMIT = { perAccount: 3000, perAddress: 3000, windowMinutes: 1 } as const
/** Delivery receipts of one address with a wrong signature. */
export const WRONG_SMS_RECEIPT_LIMIT = { perAccount: 30, perAddress: 30, windowMinutes: 10 } as const
/** Wrong dates of birth on a patient's link: some lock it for a while, more end it. */
export const LINK_TRIES = { untilLock: 5, lockMinutes: 15, untilEnd: 10 } as const
/** Wrong dates of birth and codes from one network, on any links. */
export const LINK_TRY_LIMIT = { perAccount: 20, perAddress: 20, windowMinutes: 60, isStrict: true } as const
/** Other forms that one network sends to links. */
export const LINK_FORM_LIMIT = { perAccount: 300, perAddress: 300, windowMinutes: 15 } as const
/** The code that is mailed to a patient besides the link. */
export const LINK_CODE = { digits: 6, minutes: 10, tries: 5, perHour: 3, perDay: 9, keptHours: 24 } as const
export const LINK_SESSION_MINUTES = { idle: 15, absolute: 60 } as const
/** How often a new link to the same report is mailed on request. */
export const LINK_RENEWALS = { everyMinutes: 15, perDay: 3 } as const
/** Public look-ups of a network, and those among them that name no report. */
export const LOOKUP_LIMIT = { perAccount: 30, perAddress: 30, windowMinutes: 10, isStrict: true } as const
export const UNKNOWN_CODE_LIMIT = {
  perAccount: 10,
  perAddress: 10,
  windowMinutes: 10,
  isStrict: true,
} as const
/** Wrong viewing passes for one report, from anywhere, and from one network. */
export const WRONG_PASS_LIMIT = { perAccount: 20, perAddress: 5, windowMinutes: 10, isStrict: true } as const
/** Rows of the lists that a patient sees, and pages of them. */
export const LINK_PAGE_SIZE = 20
export const LINK_PAGES = 50
/** Messages about one report that are listed, the newest, and events listed of each. */
export const DELIVERIES_SHOWN = 50
export const DELIVERY_EVENTS_SHOWN = 20
/** From this age a link that its patient has not opened counts as not opened. */
export const NOT_OPENED_DAYS = 3
/** Maximum deliveries that a view counts and pages through. */
export const DELIVERY_COUNT_LIMIT = 1_000
/** Messages of a period that are looked at for how soon they were opened, the newest. */
export const DELIVERY_TIMES_LIMIT = 100_000
/** From this age a correction counts as not opened. */
export const CORRECTION_NOT_OPENED_HOURS = 24
/** How long a report that could not be sent is listed. */
export const NO_CONTACT_DAYS = 30
/** Messages that are sent again with one request. */
export const RESEND_MAX = 50
/** Rows of an exported view, the newest. */
export const DELIVERY_EXPORT_LIMIT = 10_000
/** Patients, the newest, whose messages a search looks at, and messages of these. */
export const DELIVERY_SEARCH_LIMIT = 1_000
export const RECOVERY_CODES = 10
/** Time limit for the first code of a new second factor. */
export const SECOND_FACTOR_SETUP_MINUTES = 15
/** Attempts to confirm a new second factor. */
export const SECOND_FACTOR_SETUP_LIMIT = { perAccount: 10, perAddress: 100, windowMinutes: 15 } as const
/** How many replaced tokens of a session are recognized. */
export const REPLACED_TOKENS_KEPT = 200
/** Current tokens of a session, one per tab that refreshed concurrently; the oldest beyond these end. */
export const CURRENT_TOKENS_KEPT = 20
/** The countdown begins this long before the idle limit ends a session. */
export const IDLE_WARNING_SECONDS = 120
/** Limits of the inspection of uploads. */
export const PDF_MAX_PAGES = 500
export const IMAGE_MAX_MEGAPIXELS = 100
/** Users listed of those who opened a report. */
export const READERS_SHOWN = 50
/** Maximum rows that a filtered activity log counts and pages through. */
export const ACTIVITY_COUNT_LIMIT = 10_000

export const PRODUCT_NAME = 'Zelab'
export const PRODUCT_NAME_LENGTH = { min: 2, max: 40 } as const
/** The logo of the installation: one small image, shown in the shell, on the landing page and in emails. */
export const LOGO_MAX_KB = 256
/** A small file may contain a huge image, which every page would have to decode. */
export const LOGO_MAX_MEGAPIXELS = 4
export const LOGO_PART = 'logo'
/** Pictures of a letterhead: as small as the logo. */
export const PICTURE_MAX_KB = 256
export const PICTURE_MAX_MEGAPIXELS = 4
export const LETTERHEAD_LOGO_PART = 'logo'
export const SIGNATURE_PART = 'signature'
export const ACCREDITATION_LENGTH = { min: 2, max: 60 } as const
export const STAMP_CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type StampCorner = (typeof STAMP_CORNERS)[number]
export const STAMP_MARGIN_MM = { min: 5, max: 60 } as const
/** Previews of a letterhead, each of which stamps and draws a page. */
export const PREVIEW_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const
export const SIGN_IN_ATTEMPTS = { min: 3, max: 100 } as const
export const SIGN_IN_ATTEMPTS_PER_ADDRESS = { min: 10, max: 10_000 } as const
export const SIGN_IN_WINDOW_MINUTES = { min: 1, max: 1440 } as const
export const INVITATION_DAYS = 7
/** Possible duplicates shown when a patient is registered. */
export const DUPLICATES_SHOWN = 5
/** Maximum existing records that one registration can declare as different people. */
export const DIFFERENT_FROM_MAX = 50
/** With fewer exact hits than this, a search includes similar names. */
export const FEW_HITS = 5
export const SIMILAR_SHOWN = 20
/** Search results shown per kind. */
export const FOUND_ROWS = 6
export const IMPORT_PART = 'patientFile'
export const IMPORT_MAX_MB = 25
export const IMPORT_MAX_ROWS = 100_000
/** An unconfirmed import is removed after this time. */
export const IMPORT_KEPT_HOURS = 24
/** Encodings of a file of patients that can be chosen. */
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
/** The order of day, month and year, in the installation and in a file of patients. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
/** How long records are kept after the latest report. */
export const RETENTION_YEARS = { min: 1, max: 100 } as const
/** Maximum patients that a filter or a search counts; more are listed, but not counted. */
export const PATIENT_COUNT_LIMIT = 1_000
/** Maximum reports that a date range counts and pages through, and a search, whose matches need more work. */
export const REPORT_COUNT_LIMIT = { ofDates: 10_000, ofSearch: 1_000 } as const
/** Labs, types and persons that a chart names; an export names all. */
export const INSIGHT_MEMBERS = 50
/** Maximum unopened reports that are counted and paged through. */
export const UNOPENED_COUNT_LIMIT = 10_000
/** Bands of waiting time until a report is first opened: each ends at its label, and the last is open-ended. */
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

/** Where files of an inbox come from. */
export const INBOX_SOURCE_KINDS = ['folder', 'hl7'] as const
export type InboxSourceKind = (typeof INBOX_SOURCE_KINDS)[number]
export const INBOX_MATCHES = ['green', 'amber', 'red'] as const
export type InboxMatch = (typeof INBOX_MATCHES)[number]
/** Files of one drop, and entries of one ZIP archive. */
export const INBOX_DROP_FILES = 200
export const INBOX_ZIP_MAX_MB = 500
/** Uploads to inboxes, each of which is inspected. */
export const INBOX_UPLOAD_LIMIT = { perAccount: 2_000, perAddress: 10_000, windowMinutes: 60 } as const
/** Open items of a lab; sources wait while it is reached. */
export const INBOX_OPEN_LIMIT = 5_000
/** Items that are published with one confirmation. */
export const INBOX_PUBLISH_MAX = 200
/** An opened item is free for others after this time without activity. */
export const INBOX_CLAIM_MINUTES = 5
/** How long a rejected item is kept. */
export const INBOX_REJECTED_DAYS = 30
/** Files that rules are tried on before they are saved, the newest. */
export const INBOX_RULE_TRIALS = 100
export const INBOX_RULES_MAX = 50
export const INBOX_RULE_TEXT_LENGTH = { min: 2, max: 100 } as const
/** Trials of rules. */
export const INBOX_TRIAL_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const
export const INBOX_SOURCES_MAX = 20
export const INBOX_SOURCE_NAME_LENGTH = { min: 2, max: 60 } as const
export const INBOX_PATTERN_LENGTH = { min: 3, max: 200 } as const
/** Candidates of an item, the best first. */
export const INBOX_CANDIDATES = 5
/** Character sets of HL7 sources. */
export const HL7_CHARSETS = ['utf-8', 'iso-8859-1', 'iso-8859-6', 'windows-1252', 'windows-1256'] as const

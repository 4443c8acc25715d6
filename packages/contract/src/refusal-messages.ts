import {
  DELEGATES_MAX,
  IMAGE_MAX_MEGAPIXELS,
  INBOX_DROP_FILES,
  INBOX_SOURCES_MAX,
  INBOX_ZIP_MAX_MB,
  LOGO_MAX_KB,
  LOGO_MAX_MEGAPIXELS,
  PASSKEYS_MAX,
  PDF_MAX_PAGES,
  PICTURE_MAX_KB,
  PICTURE_MAX_MEGAPIXELS,
  REFERRERS_MAX,
} from './limits.ts'
import { resetLink } from './validation-messages.ts'

/** Error messages of the server. The key is the stable code for programs; some screens use the texts too. */
export const SIGN_IN_REQUIRED = 'Please sign in to continue'
export const WRONG_CREDENTIALS = 'Invalid email or password'
export const PATIENT_ACCOUNT = 'Patient accounts cannot sign in to the staff application'
export const FORBIDDEN = "You don't have permission to do this"
export const FOREIGN_ORIGIN = 'This request did not come from the application'
export const UNKNOWN_CHARSET = 'Text is read as UTF-8 only'
export const NOT_FOUND = 'The requested record was not found'
export const PATH_NOT_FOUND = 'There is nothing at this address'
export const PATIENT_NOT_FOUND = 'Patient not found'
export const REPORT_NOT_FOUND = 'Report not found'
export const LAB_NOT_FOUND = 'Lab not found'
export const USER_NOT_FOUND = 'User not found'
export const REPORT_TYPE_NOT_FOUND = 'Report type not found'
export const FILE_NOT_FOUND = 'File not found'
export const PAGE_IMAGE_FAILED =
  'The first page of this file cannot be shown here. Please open the report file.'
export const UNREADABLE_REQUEST = 'The request could not be read'
export const INVALID_INPUT = 'Please check the fields of the request'
export const RESET_LINK_INVALID = resetLink
export const REQUEST_TOO_LARGE = 'The request is too large'
export const UNSUPPORTED_MEDIA_TYPE = 'This kind of content is not supported'
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a moment and try again.'
export const VIEWS_NOT_RECORDED =
  'Patient data cannot be shown at the moment because views cannot be recorded. Please try again in a minute.'
export const SERVICE_UNAVAILABLE = 'The service is temporarily unavailable. Please try again.'
export const UNEXPECTED_ERROR = 'Something went wrong. Please try again.'
export const USER_EMAIL_TAKEN = 'A user with this email already exists'
export const LAB_NAME_TAKEN = 'A lab with this name already exists'
export const REPORT_TYPE_TITLE_TAKEN = 'A report type with this title already exists'
export const BACKUPS_NOT_SET_UP = 'Backups are not configured'
export const BACKUPS_ALREADY_SET_UP = 'Backups are already on'
export const BACKUPS_NOT_CHOSEN = 'These backups are set up by the IT administrator (BACKUP_DIR)'
export const BACKUP_FOLDER_UNSUITABLE =
  'Backups cannot be stored beside the data of the service. Please ask your IT administrator to set BACKUP_DIR.'
export const NO_MAIL_SERVER =
  'No mail server is configured, so emails are only written to files. Set SMTP_URL as described in the operations guide.'
export const MAIL_SERVER_UNREACHABLE =
  'The mail server cannot be reached. Please check host, port and encryption in SMTP_URL.'
export const MAIL_SIGN_IN_REFUSED =
  'The mail server rejected the sign-in. Please check user name and password in SMTP_URL.'
export const MAIL_ADDRESS_REFUSED =
  'The mail server rejected the sender or the recipient. Please check MAIL_FROM and your own email address.'
export const MAIL_REFUSED = 'The mail server rejected the email. See the service log for the reason.'
export const LAB_IN_USE = 'This lab still has users or patients and cannot be deleted'
export const REPORT_TYPE_IN_USE = 'This report type is used by reports and cannot be deleted'
export const ADMIN_HAS_NO_LAB =
  'No patient was registered because your account is not linked to a lab. Please ask a lab user to register the patient.'
export const PATIENT_MISMATCH = 'The patient in the address and in the form differ. Nothing was published.'
export const FILE_UNAVAILABLE = 'This uploaded file is no longer available. Please upload it again.'
export const FILE_PUBLISHED = 'A published file cannot be removed'
export const FILE_TOO_LARGE = 'The file is too large. Please upload a smaller file.'
export const FILE_TYPE_NOT_ALLOWED = 'Only PDF, JPG, JPEG and PNG files can be uploaded'
export const FILE_CONTENT_MISMATCH =
  'The content of this file does not match its name. Please upload a real PDF, JPEG or PNG file.'
export const FILE_PART_MISSING = 'Please send one file in the part named reportFile'
export const PDF_ENCRYPTED = 'This PDF is protected with a password. Please upload it without protection.'
export const PDF_ENCRYPTION_UNSUPPORTED =
  'This PDF is encrypted with a certificate, or in a way that cannot be read here. Please upload it without protection.'
export const PDF_WITH_ACTIVE_CONTENT = 'This PDF contains scripts or actions. Please upload a plain PDF.'
export const PDF_WITH_ATTACHMENTS =
  'Other files are attached to this PDF. Please save it without them, and upload attached reports separately.'
export const PDF_DAMAGED = 'This PDF is damaged and cannot be opened. Please export it again.'
export const FILE_NOT_PROCESSED = 'This file could not be processed, although it was tried several times.'
export const PDF_TOO_LONG = `This PDF has more than ${PDF_MAX_PAGES} pages. Please split it.`
export const IMAGE_DAMAGED = 'This image is damaged and cannot be opened. Please export it again.'
export const IMAGE_TOO_LARGE = `This image has more than ${IMAGE_MAX_MEGAPIXELS} megapixels. Please upload a smaller one.`
export const FILE_AMBIGUOUS = 'This file is more than one kind of file at once. Please export it again.'
export const VIRUS_FOUND = 'A virus was found in this file. It was not stored.'
export const VIRUS_SCANNER_UNAVAILABLE =
  'The virus scanner is not available, so files cannot be uploaded right now. Please try again later.'
export const SESSION_NOT_FOUND = 'This session has already ended'
export const OWN_SESSION = 'This is the session you are using. Please sign out to end it.'
export const COMMON_PASSWORD = 'This password is on lists of common passwords. Please choose another one.'
export const WRONG_CURRENT_PASSWORD = 'The current password is incorrect'
export const SECOND_FACTOR_CODE_REQUIRED = 'Please enter the code from your authenticator app'
export const SECOND_FACTOR_PASSKEY_REQUIRED =
  'Please confirm with your passkey, or enter one of your recovery codes'
export const SECOND_FACTOR_CODE_WRONG = 'This code is incorrect or has already been used'
export const SECOND_FACTOR_REQUIRED =
  'Your role needs a second factor. Please set it up on your profile page first.'
export const SECOND_FACTOR_NOT_ON = 'The second factor is not set up'
export const OWN_SECOND_FACTOR = 'Please change your own second factor on your profile page'
export const USER_HAS_NO_SECOND_FACTOR = 'This user has no second factor'
export const SECOND_FACTOR_MANDATORY = 'Your role needs a second factor, so it cannot be switched off'
export const PASSKEY_REQUIRED = 'Your role needs a passkey. Please add one on your profile page first.'
export const PASSKEY_MANDATORY = 'Your role needs a passkey, so the last one cannot be removed'
export const PASSKEY_REFUSED =
  'This passkey was not accepted. Please try again, or sign in with your password.'
export const PASSKEY_NOT_FOUND = 'This passkey was already removed'
export const PASSKEY_KNOWN = 'This passkey was already added'
export const PASSKEYS_FULL = `You have ${PASSKEYS_MAX} passkeys. Please remove one first.`
export const PROVIDER_DOWN = 'The provider does not answer. Try again, or call your administrator.'
export const PROVIDER_REFUSED = 'The answer of the provider was not accepted. Please try again.'
export const PROVIDER_NOT_ASKED =
  'The provider did not ask you again. Confirm with a passkey, or call your administrator.'
export const PROVIDER_CONFIGURATION = 'No OpenID Connect configuration was found at this address'
export const PROVIDER_MULTI_TENANT = 'Please use the issuer of your own tenant, not one for any organization'
export const PROVIDER_KNOWN = 'A provider with this issuer and client ID already exists'
export const PROVIDER_TAKEN = 'This account, or the one at the provider, is already linked'
export const PROVIDERS_FULL = 'There are ten providers. Please remove one first.'
export const ROLE_GIVEN = 'The sign-in provider gives the role of this user. Please change it there.'
export const NO_ROLE = 'Your account at the provider has no role here. Please ask your administrator.'
export const NOT_LINKED = 'Your account at the provider is not linked here. Please ask your administrator.'
export const LAST_WAY_IN = 'This is the last way of signing in, so it cannot be removed'
export const LAST_WAY_IN_OF_ADMINS = 'Two Admins must be able to sign in without a provider'
export const TOO_FEW_SIGNED_IN = 'Two users of the lab have to sign in through a provider first'
export const SIGN_IN_NOT_LIMITED = 'The staff of this lab can sign in with passwords already'
export const PASSKEYS_OFF = 'Passkeys cannot be used at this address. Your administrator can change that.'
export const REQUEST_TIMEOUT = 'The request arrived too slowly. Please check your connection and try again.'
export const TOO_MANY_UPLOADS =
  'Too many of your files are being checked. Please wait a moment and try again.'
export const TOO_MANY_REQUESTS = 'Too many requests at once. Please wait a moment and try again.'
export const SEARCH_TOO_BROAD =
  'This search takes too long. Please type more letters or choose a shorter period.'
export const EXPORT_TOO_LARGE =
  'This search finds more than 100,000 reports. Please type more letters or choose a shorter period.'
export const UPLOAD_QUOTA_EXCEEDED =
  'You have too many uploaded files that are not published. Please publish or remove some, and try again.'
export const LAB_UPLOAD_QUOTA_EXCEEDED =
  'Your lab has too many uploaded files that are not published. Please publish or remove some, and try again.'
export const DISK_ALMOST_FULL = 'The disk of the service is almost full. Please tell your administrator.'
export const UPLOAD_INTERRUPTED = 'The upload was interrupted. Please try again.'
export const REPORT_CHANGED =
  'Another user amended this report in the meantime. Review the new version. Your entries are still here.'
export const REPORT_WITHDRAWN = 'This report has been withdrawn in the meantime'
export const PATIENT_CANNOT_BE_AMENDED =
  'An amendment cannot change the patient. Please withdraw the report and publish it for the right patient.'
export const NOTHING_AMENDED = 'Nothing differs from the published version'
export const SAME_PATIENT = 'The report already belongs to this patient'
export const RECORD_CHANGED =
  'Another user changed this record in the meantime. Review the new values. Your entries are still here.'
export const PATIENT_HAS_REPORTS = 'This patient has reports and cannot be deleted'
export const PATIENT_HAS_MERGES = 'Another record was merged into this one, so it cannot be deleted'
export const PATIENT_ON_LEGAL_HOLD = 'This patient’s records are under a legal hold. Please lift it first.'
export const PATIENT_HAD_LEGAL_HOLDS = 'This patient’s records were under a legal hold and cannot be deleted'
export const LEGAL_HOLD_EXISTS = 'A legal hold is already in place'
export const NO_LEGAL_HOLD = 'There is no legal hold'
export const POSSIBLE_DUPLICATES =
  'A record that may be the same person already exists. Please check it before you register the patient.'
export const PATIENT_MERGED = 'This patient record was merged into another one. Please open it again.'
export const MERGE_WITH_ITSELF = 'A record cannot be merged with itself'
export const MERGE_ACROSS_LABS = 'Only records of the same lab can be merged'
export const MERGE_ALREADY_UNDONE = 'This merge has already been undone'
export const MERGE_NOT_LAST = 'A later merge has to be undone first'
export const MERGE_NOT_FOUND = 'Merge not found'
export const LAST_ADMIN = 'The last Admin cannot be deactivated or given another role'
export const OWN_ACCOUNT =
  'You cannot deactivate your own account or change your own role. Please ask another Admin.'
export const USER_ALREADY_ACTIVE = 'This user is already active'
export const USER_NOT_INVITED = 'This user already has a password'
export const USER_DEACTIVATED = 'This user is deactivated. Please reactivate the account first.'
export const LOGO_TYPE_NOT_ALLOWED = 'The logo must be a PNG or JPEG picture'
export const LOGO_TOO_LARGE = `The logo is larger than ${LOGO_MAX_KB} kB. Please choose a smaller file.`
export const LOGO_TOO_MANY_PIXELS = `The logo has more than ${LOGO_MAX_MEGAPIXELS} megapixels. Please choose a smaller picture.`
export const LOGO_PART_MISSING = 'Please send one picture in the part named logo'
export const PICTURE_TYPE_NOT_ALLOWED = 'The picture must be a PNG or JPEG file'
export const PICTURE_TOO_LARGE = `The picture is larger than ${PICTURE_MAX_KB} kB. Please choose a smaller file.`
export const PICTURE_TOO_MANY_PIXELS = `The picture has more than ${PICTURE_MAX_MEGAPIXELS} megapixels. Please choose a smaller one.`
export const PICTURE_PART_MISSING = 'Please send one picture'
export const PREVIEW_FAILED = 'The preview could not be made. Please try again.'
export const IMPORT_PART_MISSING = 'Please send one file in the part named patientFile'
export const IMPORT_EMPTY = 'This file has no rows'
export const IMPORT_NOT_FOUND = 'Import not found'
export const IMPORT_COLUMNS_MISSING = 'The first row must name the columns Full Name, Phone and Date of Birth'
export const IMPORT_NOT_TEXT = 'This is not a CSV file. Please save the table as CSV and try again.'
export const IMPORT_LAB_REQUIRED = 'Please select the lab that these patients belong to'
export const IMPORT_NOT_READY = 'This import can no longer be confirmed'
export const IMPORT_HAS_ERRORS = 'The file has errors. Fix them and upload it again.'
export const IMPORT_RUNNING = 'This import is in progress and cannot be canceled'
export const IMPORT_ALREADY_WRITTEN = 'The patients of this import have already been registered'
export const FIGURES_BEING_COUNTED = 'The figures are being counted. Please try again in a few minutes.'
export const IDEMPOTENCY_KEY_REUSED = 'This Idempotency-Key belongs to another request'
export const IDEMPOTENCY_KEY_INVALID = 'The Idempotency-Key is empty or too long'
export const DELIVERY_NOT_FOUND = 'This message was not found'
export const NO_CONTACT = 'The record has no email address'
export const NO_PHONE = 'The record has no phone number'
export const SMS_NOT_SET_UP =
  'No SMS gateway is set up, so nothing can be sent by SMS. Please tell your administrator.'
export const SMS_RECEIPTS_NOT_SET_UP = 'Delivery receipts of an SMS gateway are not set up'
export const SIGNATURE_REQUIRED = 'This request needs a valid signature'
export const DELEGATE_NOT_FOUND = 'This guardian or delegate was not found, or the access has ended'
export const DELEGATE_LIMIT = `A patient can have at most ${DELEGATES_MAX} guardians and delegates at a time`
export const GUARDIAN_OF_ADULT =
  'The patient is an adult, so a guardian’s access has ended. Please choose Delegate.'
export const NO_CONSENT = 'The patient has not agreed to be reached this way'
export const SHARED_CONTACT =
  'Another patient has the same contact, and reports of this type are never sent to a shared one'
export const MAIL_NOT_SET_UP =
  'No mail server is set up, so nothing can be sent by email. Please tell your administrator.'
export const PRINT_OUTDATED =
  'This report was corrected after it was printed. Please print it again and hand over the corrected version.'
export const PAPER_HANDED_OVER = 'This report was already handed over on paper'
export const DELIVERY_NOT_RESENDABLE = 'Only a message that did not arrive can be sent again'
export const LINK_ALREADY_ENDED = 'This link has already ended'
export const ERROR_NOT_CONFIRMABLE = 'There are no recipients to inform, or they were informed already'
export const VISITS_OFF = 'Visits are turned off for this lab'
export const VISIT_LINKS_OFF = 'Links to visits are turned off for this lab'
export const VISIT_NOT_FOUND = 'This visit was not found'
export const VISIT_CANCELED = 'This visit was canceled'
export const VISIT_NOT_MOVED = 'The visit cannot be moved to this patient'
export const REFERRER_NOT_FOUND = 'This referrer was not found'
export const REFERRER_NAME_TAKEN = 'A referrer with this name already exists'
export const REFERRER_LIMIT = `A lab can have at most ${REFERRERS_MAX} referrers. Please archive some.`
export const CRITICAL_OFF = 'Critical results are turned off for this lab'
export const CRITICAL_NOT_FOUND = 'This critical result was not found'
export const CRITICAL_ALREADY_OPEN = 'This report is already flagged as critical'
export const CRITICAL_NOT_OPEN = 'This critical result was closed in the meantime'
export const CRITICAL_STILL_OPEN =
  'Some critical results are still open. They have to be read back, or their flag removed, before this is turned off.'
export const CRITICAL_CHANGED = 'The report was changed in the meantime. Look at it, and call again.'
export const CRITICAL_CALLS_FULL = 'No more calls can be recorded, except one that closes the result'
export const CRITICAL_NO_CHANNEL =
  'Nobody could be told: set up a mail server (SMTP_URL) or an SMS gateway (SMS_URL) first.'
export const CRITICAL_MESSAGE_ALLOWED = 'A Doctor has already let messages to the patient go'
export const UNRELEASED_NOT_FOUND = 'This report was not found among those that await release'
export const UNRELEASED_CHANGED = 'This report changed in the meantime. Please open it again.'
export const UNRELEASED_CLOSED = 'This report was released, returned or discarded in the meantime'
export const UNRELEASED_NOT_OPENED = 'Please open the file before you release the report'
export const RELEASE_FILE_MISSING =
  'The stored file of this report is missing, so it was not released. Please tell the administrator.'
export const RELEASE_FILE_CHANGED =
  'The stored file of this report is damaged or was changed, so it was not released. Please tell the administrator.'
export const CRITICAL_NEEDS_DOCTOR =
  'This report has an open critical result: only a Doctor can withdraw or discard it, with a reason'
export const UNRELEASED_EXISTS =
  'An amendment of this report already awaits release. Please release or discard it first.'
export const RELEASE_BY_AUTHOR = 'Another person has to release this report'
export const RELEASE_NOT_ALLOWED = 'You are not allowed to release reports of this lab'
export const RELEASE_CHANGED_BY_SENDER =
  'The sender changed or withdrew this report. Please send it back to its author.'
export const RELEASE_RULE_CHANGED =
  'The lab now requires a second person to release this report. Please try again.'
export const NOT_AN_AMENDMENT = 'Only an amendment suspends a published version'
export const REPORT_SUSPENDED = 'This report is suspended: a correction awaits release'
export const RELEASE_REVIEWED = 'This release has already been reviewed'
export const REVIEW_BY_AUTHOR = 'Authors cannot review the release of their report'
export const REVIEW_BY_RELEASER = 'Another Doctor has to review this release'
export const IDENTITY_CHECK_REQUIRED = 'Please confirm that it is you'
export const INBOX_ITEM_NOT_FOUND = 'This inbox item was not found'
export const INBOX_ITEM_CLAIMED = 'Another person has opened this item. Please choose another one.'
export const INBOX_ITEM_CLOSED = 'This item was published or rejected in the meantime'
export const INBOX_ITEM_AWAITS_RELEASE = 'The report of this item awaits release'
export const INBOX_ITEM_NOT_OPENED = 'Please open the file before you publish it'
export const INBOX_ITEM_CHANGED = 'This item changed in the meantime. Please look at it again.'
export const INBOX_VISIT_DIFFERS =
  'The visit of this order has another referrer or other dates than the sender states. Please compare them.'
export const INBOX_ITEM_HAS_NO_FILE = 'This item has no file'
export const INBOX_ITEM_NOT_REPORT =
  'The sender proposes to amend or withdraw a report. Please confirm or reject the proposal.'
export const INBOX_ITEM_WITHDRAWN =
  'The sender withdrew this report. Please reject the item; the sender sends a new one if there is one.'
export const INBOX_FULL = 'The inbox is full. Please publish or reject some items, and try again.'
export const INBOX_DUPLICATE = 'This file is already in the inbox or published'
export const INBOX_LAB_REQUIRED = 'Please select the lab that these files belong to'
export const INBOX_SOURCE_NOT_FOUND = 'This source was not found'
export const INBOX_SOURCE_LIMIT = `A lab can have at most ${INBOX_SOURCES_MAX} sources`
export const INBOX_FOLDERS_NOT_SET_UP =
  'Watched folders are not set up. Please ask your IT administrator to set INBOX_DIR.'
export const INBOX_FOLDER_OUTSIDE = 'The folder must be inside INBOX_DIR'
export const INBOX_FOLDER_TAKEN = 'Another source already uses this folder, or one above or below it'
export const INBOX_CERTIFICATE_TAKEN = 'Another source already uses this certificate'
export const INBOX_PUBLISHER_UNSUITABLE =
  'Please choose an active Doctor or Technician of this lab, who is named as the publisher'
export const ZIP_DAMAGED = 'This ZIP archive is damaged and cannot be opened'
export const ZIP_ENCRYPTED =
  'This ZIP archive is protected with a password. Please send it without protection.'
export const ZIP_EMPTY = 'This ZIP archive contains no files'
export const ZIP_TOO_MANY_FILES = `This ZIP archive has more than ${INBOX_DROP_FILES} files. Please split it.`
export const ZIP_TOO_LARGE = `This ZIP archive is larger than ${INBOX_ZIP_MAX_MB} MB. Please split it.`
export const CLIENT_UNKNOWN = 'A valid access token or key is required'
export const SCOPE_MISSING = 'The client lacks the scope for this'
export const INTEGRATION_NOT_FOUND = 'Connection not found'
export const INTEGRATION_ENDED = 'This connection has ended'
export const INTEGRATIONS_FULL = 'This lab has the most connections of this kind. End one first.'
export const INTEGRATION_HAS_NO_SECRET = 'This connection has no secret that can be renewed'
export const INTEGRATION_LACKS_SECRET = 'This webhook has lost its secret. Renew it first.'
export const INTEGRATION_NOT_RECEIVER = 'Changes are sent to receivers only'
export const ADDRESS_NOT_ALLOWED =
  'This address is in a network that may not be reached. OUTBOUND_NETWORKS names the networks that may.'
export const ADDRESS_UNKNOWN = 'This host name could not be found'
export const HL7_OUT_NOT_SET_UP = 'HL7 sending is not set up. Set HL7_OUT_CERT_FILE and HL7_OUT_KEY_FILE.'
export const SENDING_NOT_REFUSED = 'This sending was not refused, or a later change has replaced it'

import { PERIOD_MAX_YEARS } from './fields/date-range.ts'
import {
  ADDRESS_LINE_LENGTH,
  BULK_MAX,
  CALLED_NUMBER_LENGTH,
  CALLED_PERSON_LENGTH,
  CALLED_ROLE_LENGTH,
  CITY_LENGTH,
  CRITICAL_CONTACTS_MAX,
  EMR_ID_LENGTH,
  LAB_NAME_LENGTH,
  LICENSE_LENGTH,
  NAME_LENGTH,
  NOTE_MAX_LENGTH,
  PASSWORD_LENGTH,
  PRODUCT_NAME_LENGTH,
  REASON_LENGTH,
  REFERRER_NAME_LENGTH,
  REMARK_LENGTH,
  REPORT_TITLE_LENGTH,
  OPEN_SIGN_IN_REASON_LENGTH,
  PASSKEY_NAME_LENGTH,
  PROVIDER_NAME_LENGTH,
  PROVIDER_ROLE_VALUES_MAX,
  REPORT_TYPE_TITLE_LENGTH,
  RESET_PASSWORD_LENGTH,
  TEXT_MAX_LENGTH,
  VISIT_REPORTS_MAX,
  VISIT_TYPES_MAX,
  RELEASE_REASON_LENGTH,
  RELEASE_REPLY_LENGTH,
  RELEASE_TYPES_MAX,
} from './limits.ts'

/** Field messages for forms and server responses: `VALIDATION`. */

export const required = 'Required'
export const invalid = 'This value is not valid'
export const outdatedPage = 'This page is out of date. Please reload it and try again.'
export const nameTooShort = `Name must be at least ${NAME_LENGTH.min} characters`
export const nameTooLong = `Name must not exceed ${NAME_LENGTH.max} characters`
export const providerName = `Please enter a name of at most ${PROVIDER_NAME_LENGTH.max} characters`
export const issuer = 'Please enter the issuer’s address, which begins with https://'
export const clientId = 'Please enter the client ID, at most 255 characters'
export const clientSecret = 'Please enter the client secret, at most 500 characters'
export const secretOrKeyPair = 'Please enter the client secret, or choose a key pair'
export const providerScopes = 'Please enter up to 20 scopes, one of them openid'
export const domains = 'Please enter up to 20 domains such as hospital.example'
export const rolesClaim = 'Please enter the name of a claim, at most 200 characters'
export const roleValues = `Please enter up to ${PROVIDER_ROLE_VALUES_MAX} values of at most 200 characters, each with a role`
export const createsForLab =
  'Only a provider of one lab creates accounts, and needs a claim with roles or a default role'
export const defaultRoleForLab = 'Only a provider of one lab has a default role'
export const acr = 'Please enter at most 200 characters'
export const openSignInReason = `Please give a reason of ${OPEN_SIGN_IN_REASON_LENGTH.min} to ${OPEN_SIGN_IN_REASON_LENGTH.max} characters`
export const passkeyNameTooLong = `Please use at most ${PASSKEY_NAME_LENGTH.max} characters`
export const email = 'Please enter a valid email address'
export const passwordTooShort = `Password must be at least ${PASSWORD_LENGTH.min} characters`
export const passwordTooLong = `Password must not exceed ${PASSWORD_LENGTH.max} characters`
export const passwordClasses =
  'Password must contain at least one uppercase letter, one lowercase letter, one number and one special character'
export const passwordsDiffer = "Passwords don't match"
export const resetPasswordTooLong = `Password must not exceed ${RESET_PASSWORD_LENGTH.max} characters`
export const phone = 'Please enter a valid phone number'
export const userType = 'Please select a user type'
export const labRequired = 'Lab Selection is required for non-admin users'
export const titleTooShort = `Title must be at least ${REPORT_TITLE_LENGTH.min} characters`
export const titleTooLong = `Title must not exceed ${REPORT_TITLE_LENGTH.max} characters`
export const remarkTooShort = `Remarks must be at least ${REMARK_LENGTH.min} characters`
export const remarkTooLong = `Remarks must not exceed ${REMARK_LENGTH.max} characters`
export const reportType = 'Please select a report type'
export const patient = 'Please select a patient'
export const file = 'Please upload a file'
export const emrIdTooShort = `EMR ID must be at least ${EMR_ID_LENGTH.min} characters`
export const nationalId = 'Please enter the 15 digits of the Emirates ID'
export const emrIdTooLong = `EMR ID must not exceed ${EMR_ID_LENGTH.max} characters`
export const gender = 'Gender must be MALE, FEMALE or OTHER'
export const addressTooShort = `Address must be at least ${ADDRESS_LINE_LENGTH.min} characters`
export const addressTooLong = `Address must not exceed ${ADDRESS_LINE_LENGTH.max} characters`
export const cityTooShort = `City must be at least ${CITY_LENGTH.min} characters`
export const cityTooLong = `City must not exceed ${CITY_LENGTH.max} characters`
export const dateOfBirth = 'Please enter a valid date of birth'
export const labNameTooShort = `Lab name must be at least ${LAB_NAME_LENGTH.min} characters`
export const labNameTooLong = `Lab name must not exceed ${LAB_NAME_LENGTH.max} characters`
export const labAddress = 'Address is required'
export const labCity = 'City is required'
export const labEmail = 'Invalid email address'
export const reportTypeTooShort = `Report type must contain at least ${REPORT_TYPE_TITLE_LENGTH.min} characters`
export const reportTypeTooLong = `Report type must not exceed ${REPORT_TYPE_TITLE_LENGTH.max} characters`
export const textTooLong = `Please use at most ${TEXT_MAX_LENGTH} characters`
export const noteTooLong = `Please use at most ${NOTE_MAX_LENGTH} characters`
export const controlCharacters = 'Please remove unprintable characters'
export const invisibleCharacters = 'Please remove line breaks and invisible characters, or type this again'
export const fileAddress = 'This file address is not valid'
export const resetLink = 'This password reset link is invalid or has expired'
export const reason = 'Please select a reason'
export const otherReason = 'Please describe the reason in the note'
export const mergeReason = `Please give a reason of at least ${REASON_LENGTH.min} characters`
export const holdReason = `Please give a reason of at least ${REASON_LENGTH.min} characters`
export const productNameTooShort = `Product name must be at least ${PRODUCT_NAME_LENGTH.min} characters`
export const productNameTooLong = `Product name must not exceed ${PRODUCT_NAME_LENGTH.max} characters`
export const dayOutOfRange = 'Please choose a date between the years 1900 and 2199'
export const periodTooLong = `Please choose a period of at most ${PERIOD_MAX_YEARS} years`
export const delegateContact = 'Please enter an email address or a phone number'
export const delegateDays = 'The last day must not be before the first'
export const delegateEnded = 'The last day must not be in the past'
export const templateParts =
  'Please use only {lab}, {link}, {until} and {phone}: {link} once with a space on both sides, and only in messages that have a link'
export const timeZone = 'Please choose a time zone'
export const inboxAddress = 'Please enter addresses such as 10.1.2.3 or networks such as 10.1.2.0/24'
export const moment = 'Please enter a date and time between the years 1900 and 2199'
export const collectedInFuture = 'The collection cannot be in the future'
export const receivedInFuture = 'The receipt cannot be in the future'
export const receivedBeforeCollected = 'The receipt must not be before the collection'
export const promisedTooEarly = 'The promised time must not be before the collection or the receipt'
export const typedReason = `Please give a reason of at least ${REASON_LENGTH.min} characters`
export const visitTypes = `Please choose at most ${VISIT_TYPES_MAX} report types`
export const visitReports = `Please choose at most ${VISIT_REPORTS_MAX} reports`
export const visitReport = 'Please choose published reports of this patient that belong to no other visit'
export const referrer = 'Please choose a referrer of this lab'
export const referrerName = `Please enter ${REFERRER_NAME_LENGTH.min} to ${REFERRER_NAME_LENGTH.max} characters`
export const calledPerson = `Please enter who was called, with ${CALLED_PERSON_LENGTH.min} to ${CALLED_PERSON_LENGTH.max} characters`
export const calledRole = `Please enter the person’s role, with ${CALLED_ROLE_LENGTH.min} to ${CALLED_ROLE_LENGTH.max} characters`
export const callBeforeFlag = 'The call was before the report was flagged or corrected'
export const calledNumber = `Please enter ${CALLED_NUMBER_LENGTH.min} to ${CALLED_NUMBER_LENGTH.max} characters`
export const callReadOut = 'Please enter what was read out'
export const callIdentifiers = 'Please tick which identifiers were read back'
export const callOutcome = 'Please choose what came of the call'
export const callNote = 'Please describe what came of the call'
export const callInFuture = 'The call cannot be in the future'
export const callEndsBeforeBeginning = 'The call must not end before it began'
export const criticalTarget = 'Please choose 15, 30 or 60 minutes'
export const criticalContacts = `Please choose at most ${CRITICAL_CONTACTS_MAX} active Doctors and Technicians of this lab`
export const licenseNumber = `Please enter ${LICENSE_LENGTH.min} to ${LICENSE_LENGTH.max} characters`
export const releaseReply = `Please use at most ${RELEASE_REPLY_LENGTH.max} characters`
export const releaseReason = `Please give a reason of ${RELEASE_REASON_LENGTH.min} to ${RELEASE_REASON_LENGTH.max} characters`
export const releaseTypes = `Please choose at most ${RELEASE_TYPES_MAX} report types`
export const bulk = `Please choose 1 to ${BULK_MAX} entries`
export const country = 'Please enter the two letters of a country, such as AE'
export const httpsAddress = 'Please enter an address that begins with https://'
export const integrationName = 'Please enter 2 to 60 characters'
export const integrationPurpose = 'Please enter 2 to 200 characters'
export const legalBasis = 'Please enter the legal basis with 10 to 500 characters'
export const keySet = 'Please enter a JSON Web Key Set with one or two public keys, each with a kid'
export const scopes = 'Please choose at least one of the offered scopes'
export const oneKindOfKey = 'Please choose one: a key set, its address, or a bearer key'
export const hl7Name = 'Please enter 1 to 60 characters'
export const hl7Authority = 'Please enter a name, or name&1.2.3&ISO, of at most 100 characters'
export const port = 'Please enter a port from 1 to 65535'
export const host = 'Please enter a host name or an address'
export const certificates = 'Please enter certificates in PEM form'
export const orderNumber = 'Please enter 1 to 50 characters'
export const loinc = 'Please enter a LOINC code with a correct check digit, such as 11502-2'

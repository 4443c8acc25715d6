/**
 * The columns of every table, as the driver returns them (platform/database/column-types.ts).
 * Written by `npm run schema` from a migrated database; tests compare.
 *
 * Migrations: d39d82c4e447692f
 */
import { z } from 'zod'

const integer = z.int()
const number = z.number()
const text = z.string()
const boolean = z.boolean()
const bytes = z.instanceof(Buffer)
const date = z.iso.date()
const moment = z.iso.datetime()
const json = z.json()

export const activityLog = {
  id: integer,
  at: moment,
  actorId: integer.nullable(),
  actorName: text.nullable(),
  actorRole: text.nullable(),
  labId: integer.nullable(),
  action: text,
  objectType: text.nullable(),
  objectId: integer.nullable(),
  summary: text,
  address: text.nullable(),
  requestId: text.nullable(),
}

export const activitySealState = {
  onlyRow: boolean,
  seals: integer,
  lastSealId: integer,
  lastEntryId: integer,
  hash: bytes.nullable(),
  signature: bytes.nullable(),
  resumedAfterSealId: integer,
  brokenAt: moment.nullable(),
  problem: text.nullable(),
}

export const activitySeals = {
  id: integer,
  lastEntryId: integer,
  entryCount: integer,
  hash: bytes,
  sealedAt: moment,
}

export const backupChoice = {
  onlyRow: boolean,
  placeId: text,
  folder: text,
  chosenBy: integer,
  chosenAt: moment,
}

export const backupRuns = {
  id: integer,
  kind: z.enum(['backup', 'check', 'drill']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  startedAt: moment,
  endedAt: moment.nullable(),
  archive: text.nullable(),
  sizeBytes: integer.nullable(),
  fileCount: integer.nullable(),
  rowCount: integer.nullable(),
  sha256: text.nullable(),
  problem: text.nullable(),
}

export const backupSetup = {
  onlyRow: boolean,
  schedule: text,
  keep: integer,
  isEncrypted: boolean,
  toldAt: moment,
  since: moment,
}

export const criticalCalls = {
  id: integer,
  criticalResultId: integer,
  calledBy: integer,
  person: text,
  personRole: text,
  phone: text.nullable(),
  beganAt: moment,
  endedAt: moment,
  readOut: text.nullable(),
  outcome: z.enum(['read-back', 'reached', 'not-reached', 'voicemail', 'wrong-number', 'declined']),
  recordedAt: moment,
  version: integer.nullable(),
  revision: integer.nullable(),
  sha256: bytes.nullable(),
  caller: text.nullable(),
  value: text.nullable(),
  unit: text.nullable(),
  identifiers: text.nullable(),
}

export const criticalNotices = {
  id: integer,
  criticalResultId: integer.nullable(),
  step: integer,
  userId: integer,
  channel: z.enum(['email', 'sms']),
  state: z.enum(['queued', 'sending', 'accepted', 'refused', 'unconfirmed', 'canceled']),
  failure: text.nullable(),
  createdAt: moment,
  changedAt: moment,
  inboxItemId: integer.nullable(),
}

export const criticalResults = {
  id: integer,
  reportId: integer.nullable(),
  labId: integer,
  cause: z.enum(['flagged', 'corrected', 'reassigned']),
  flaggedBy: integer,
  flaggedAt: moment,
  targetMinutes: integer,
  dueAt: moment,
  escalations: integer,
  nextEscalationAt: moment.nullable(),
  closedAt: moment.nullable(),
  closedBy: integer.nullable(),
  closing: z.enum(['read-back', 'withdrawn', 'reassigned', 'mistaken', 'joined']).nullable(),
  informedAt: moment.nullable(),
  messageAllowedAt: moment.nullable(),
  messageAllowedBy: integer.nullable(),
  messageReason: text.nullable(),
  unreleasedId: integer.nullable(),
  closingReason: text.nullable(),
  version: integer.nullable(),
  revision: integer.nullable(),
  sha256: bytes.nullable(),
  aboutSince: moment.nullable(),
  messageVersion: integer.nullable(),
  messageSha256: bytes.nullable(),
  restoredAt: moment.nullable(),
  sourceId: integer.nullable(),
}

export const dailyTotalChanges = {
  kind: z.enum(['patients', 'reports', 'opened']),
  labId: integer,
  personId: integer.nullable(),
  reportTypeId: integer.nullable(),
  waitBand: integer.nullable(),
  at: moment,
  change: integer,
}

export const dailyTotals = {
  kind: text,
  cut: text,
  labId: integer,
  day: date,
  memberId: integer,
  n: integer,
}

export const dailyTotalsState = {
  onlyRow: boolean,
  timeZone: text.nullable(),
}

export const deliveries = {
  id: integer,
  reportId: integer,
  labId: integer,
  reportVersion: integer,
  channel: z.enum(['email', 'sms', 'whatsapp', 'slip', 'copy', 'paper']),
  purpose: z.enum(['report', 'renewal', 'amended', 'withdrawn', 'sent-in-error', 'contact-lab']),
  contact: text.nullable(),
  language: z.enum(['en', 'ar']),
  templateVersion: integer,
  state: z.enum(['queued', 'held', 'sending', 'sent', 'failed', 'unconfirmed', 'canceled', 'handed-over']),
  failure: text.nullable(),
  attempts: integer,
  dueAt: moment.nullable(),
  requestedBy: integer.nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
  delegateId: integer.nullable(),
  deliveredAt: moment.nullable(),
  templateId: integer.nullable(),
  hold: text.nullable(),
}

export const deliveryEvents = {
  id: integer,
  deliveryId: integer,
  kind: z.enum(['sent', 'delivered', 'retried', 'failed', 'unconfirmed', 'canceled', 'handed-over', 'opened', 'wrong-tries', 'locked', 'code-sent', 'renewed', 'revoked', 'held']),
  detail: text.nullable(),
  byUser: integer.nullable(),
  at: moment,
}

export const heldJobs = {
  id: integer,
  kind: text,
  task: text,
  payload: json,
  maxAttempts: integer,
}

export const heldSendings = {
  kind: z.enum(['patient-messages', 'account-mails', 'staff-notices']),
  waiting: integer,
  heldAt: moment,
}

export const idempotencyKeys = {
  userId: integer,
  requestKey: text,
  fingerprint: bytes,
  resultId: integer,
  createdAt: moment,
}

export const inboxItems = {
  id: integer,
  labId: integer,
  sourceId: integer.nullable(),
  uploadedBy: integer.nullable(),
  uploadKey: text.nullable(),
  kind: z.enum(['report', 'amendment', 'withdrawal']),
  fileId: integer.nullable(),
  fileName: text,
  receivedAt: moment,
  hints: json.nullable(),
  text: text,
  isReadWhole: boolean,
  hasCodesRead: boolean,
  orderKey: text.nullable(),
  title: text.nullable(),
  reportTypeId: integer.nullable(),
  match: z.enum(['green', 'amber', 'red']),
  patientId: integer.nullable(),
  matchedAt: moment.nullable(),
  problem: z.enum(['superseded', 'withdrawn-by-sender', 'not-final', 'already-published', 'no-earlier-report']).nullable(),
  targetReportId: integer.nullable(),
  claimedBy: integer.nullable(),
  claimedUntil: moment.nullable(),
  state: z.enum(['open', 'published', 'rejected']),
  decidedBy: integer.nullable(),
  decidedAt: moment.nullable(),
  rejectReason: text.nullable(),
  rejectNote: text.nullable(),
  reportId: integer.nullable(),
  isAutomatic: boolean,
  reviewedBy: integer.nullable(),
  reviewedAt: moment.nullable(),
  statement: bytes.nullable(),
  changedAt: moment.nullable(),
  revision: integer,
  visit: json.nullable(),
  isCritical: boolean,
  patientKeys: z.array(text).nullable(),
  notices: json,
  criticalSince: moment.nullable(),
  escalations: integer,
  nextEscalationAt: moment.nullable(),
  escalationHeldAt: moment.nullable(),
  hasProposal: boolean,
  openedBy: z.array(integer),
}

export const inboxMessages = {
  sourceId: integer,
  sendingApplication: text,
  sendingFacility: text,
  controlId: text,
  sha256: bytes,
  answer: z.enum(['AA', 'AR']),
  answerText: text.nullable(),
  receivedAt: moment,
}

export const inboxRules = {
  labId: integer,
  position: integer,
  field: z.enum(['text', 'fileName', 'any']),
  contains: text,
  reportTypeId: integer,
  title: text,
}

export const inboxSettings = {
  labId: integer,
  fileNamePattern: text.nullable(),
}

export const inboxSources = {
  id: integer,
  labId: integer,
  kind: z.enum(['folder', 'hl7']),
  name: text,
  isOn: boolean,
  publishesAutomatically: boolean,
  publisherId: integer.nullable(),
  folder: text.nullable(),
  certificate: text.nullable(),
  addresses: z.array(text),
  charset: text.nullable(),
  problem: text.nullable(),
  problemSince: moment.nullable(),
  lastReceivedAt: moment.nullable(),
  createdAt: moment,
  removedAt: moment.nullable(),
}

export const installation = {
  onlyRow: boolean,
  id: text,
  keyFingerprint: bytes.nullable(),
  storageMarkedAt: moment.nullable(),
  createdAt: moment,
  pulse: integer,
}

export const integrationAssertions = {
  integrationId: integer,
  jtiHash: bytes,
  expiresAt: moment,
}

export const integrationReports = {
  integrationId: integer,
  reportId: integer,
  version: integer,
  isCurrent: boolean,
  acceptedAt: moment.nullable(),
  sentChange: integer.nullable(),
  sentType: text.nullable(),
  sentVersion: integer.nullable(),
  sealedSent: bytes.nullable(),
  sealedAccepted: bytes.nullable(),
  acceptedType: text.nullable(),
}

export const integrationSendings = {
  id: integer,
  integrationId: integer,
  changeSequence: integer,
  reportId: integer,
  state: z.enum(['waiting', 'done', 'refused', 'superseded']),
  version: integer.nullable(),
  type: text.nullable(),
  answer: text.nullable(),
  tries: integer,
  firstRefusedAt: moment.nullable(),
  nextTryAt: moment,
  isSending: boolean,
  createdAt: moment,
  changedAt: moment,
  isUrgent: boolean,
}

export const integrationTokens = {
  tokenHash: bytes,
  integrationId: integer,
  scopes: z.array(text),
  expiresAt: moment,
}

export const integrations = {
  id: integer,
  labId: integer,
  kind: z.enum(['client', 'webhook', 'hl7']),
  name: text,
  purpose: text,
  country: text,
  legalBasis: text.nullable(),
  referrerId: integer.nullable(),
  includesSensitive: boolean,
  state: z.enum(['active', 'paused', 'ended']),
  pauseCause: z.enum(['staff', 'restored', 'gone']).nullable(),
  createdBy: integer,
  createdAt: moment,
  updatedAt: moment,
  endedAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
  clientId: text,
  scopes: z.array(text),
  jwks: json.nullable(),
  jwksUri: text.nullable(),
  keyHash: bytes.nullable(),
  keyExpiresAt: moment.nullable(),
  keyDays: integer.nullable(),
  keyRemindedDays: integer.nullable(),
  url: text.nullable(),
  host: text.nullable(),
  port: integer.nullable(),
  ca: text.nullable(),
  serverName: text.nullable(),
  processingId: z.enum(['T', 'P']).nullable(),
  sendingApplication: text.nullable(),
  sendingFacility: text.nullable(),
  receivingApplication: text.nullable(),
  receivingFacility: text.nullable(),
  sealedSecret: bytes.nullable(),
  sealedPreviousSecret: bytes.nullable(),
  previousSecretUntil: moment.nullable(),
  failingSince: moment.nullable(),
  failure: text.nullable(),
  tries: integer,
  nextTryAt: moment.nullable(),
  failureMails: integer,
  refusedReports: z.array(integer),
  withdrawalToldAt: moment.nullable(),
  assigningAuthority: text.nullable(),
}

export const knownDevices = {
  tokenHash: bytes,
  userId: integer,
  createdAt: moment,
  lastUsedAt: moment,
}

export const labCalendars = {
  labId: integer,
  week: json,
  holidays: json,
  seasons: json,
}

export const labCriticalContacts = {
  labId: integer,
  userId: integer,
  step: z.enum(['half', 'target']),
}

export const labCriticalSettings = {
  labId: integer,
  isOn: boolean,
  targetMinutes: integer,
}

export const labDeliverySettings = {
  labId: integer,
  linkDays: integer,
  isAutomatic: boolean,
  quietFromHour: integer,
  quietUntilHour: integer,
  senderName: text.nullable(),
  adultAge: integer,
  slipPaper: z.enum(['a4', 'a5', 'roll-80', 'roll-58']),
}

export const labLetterheads = {
  labId: integer,
  isUsed: boolean,
  accreditation: text.nullable(),
  corner: z.enum(['top-left', 'top-right', 'bottom-left', 'bottom-right']),
  marginX: integer,
  marginY: integer,
  showsSignature: boolean,
  logo: bytes.nullable(),
  logoMediaType: z.enum(['image/png', 'image/jpeg']).nullable(),
  logoVersion: integer,
  updatedAt: moment,
}

export const labMessageTemplates = {
  id: integer,
  labId: integer,
  language: z.enum(['en', 'ar']),
  purpose: z.enum(['report', 'renewal', 'amended', 'withdrawn', 'sent-in-error']),
  template: text.nullable(),
  savedBy: integer,
  savedAt: moment,
}

export const labReleaseSettings = {
  labId: integer,
  twoPersons: z.enum(['none', 'types', 'all']),
  reportTypeIds: z.array(integer),
  techniciansRelease: boolean,
  allowsAlone: boolean,
  lateToldAt: moment.nullable(),
}

export const labSignInSettings = {
  labId: integer,
  rule: z.enum(['any', 'provider']),
  openUntil: moment.nullable(),
  openReason: text.nullable(),
}

export const labTurnaroundTargets = {
  labId: integer,
  reportTypeId: integer,
  minutes: integer,
}

export const labVisitSettings = {
  labId: integer,
  isOn: boolean,
  holdsUnpaid: boolean,
  givesLinks: boolean,
}

export const labs = {
  id: integer,
  name: text,
  addressLine1: text,
  city: text,
  email: text.nullable(),
  phone: text.nullable(),
  createdAt: moment,
  updatedAt: moment,
}

export const legalHolds = {
  id: integer,
  patientId: integer,
  reason: text,
  placedBy: integer,
  placedAt: moment,
  liftReason: text.nullable(),
  liftedBy: integer.nullable(),
  liftedAt: moment.nullable(),
}

export const linkCodes = {
  id: integer,
  linkId: integer,
  codeHash: bytes.nullable(),
  tries: integer,
  usedAt: moment.nullable(),
  createdAt: moment,
}

export const linkSessions = {
  tokenHash: bytes,
  linkId: integer.nullable(),
  hasCode: boolean,
  createdAt: moment,
  usedAt: moment,
  slipId: integer.nullable(),
}

export const orphanedUploads = {
  name: text,
  removeFrom: moment,
}

export const pageImages = {
  fileId: integer,
  name: text.nullable(),
  width: integer.nullable(),
  height: integer.nullable(),
  sizeBytes: integer.nullable(),
  sha256: bytes.nullable(),
  madeAt: moment,
  usedAt: moment,
}

export const passkeyChallenges = {
  challenge: bytes,
  purpose: z.enum(['sign-in', 'second-step', 'confirm', 'add']),
  browserHash: bytes.nullable(),
  sessionId: integer.nullable(),
  expiresAt: moment,
}

export const passkeys = {
  id: integer,
  userId: integer,
  credentialId: bytes,
  publicKey: bytes,
  counter: integer,
  isSynced: boolean,
  transports: z.array(text),
  rpId: text,
  name: text,
  createdAt: moment,
  lastUsedAt: moment.nullable(),
}

export const passwordResets = {
  id: integer,
  userId: integer,
  tokenHash: bytes.nullable(),
  expiresAt: moment.nullable(),
  usedAt: moment.nullable(),
  createdAt: moment,
}

export const patientChanges = {
  id: integer,
  patientId: integer,
  changedBy: integer,
  changedAt: moment,
  kind: z.enum(['edit', 'merge', 'undo-merge']),
  changes: json,
}

export const patientConsents = {
  id: integer,
  patientId: integer,
  channel: z.enum(['email', 'sms', 'whatsapp']),
  isGiven: boolean,
  wordingVersion: integer,
  recordedBy: integer,
  recordedAt: moment,
}

export const patientDelegates = {
  id: integer,
  patientId: integer,
  kind: z.enum(['guardian', 'delegate']),
  fullName: text,
  relation: z.enum(['parent', 'legal-guardian', 'spouse', 'child', 'sibling', 'caregiver', 'other']),
  language: z.enum(['en', 'ar']),
  email: text.nullable(),
  phone: text.nullable(),
  documentSeen: text,
  validFrom: date,
  validUntil: date.nullable(),
  wordingVersion: integer,
  recordedBy: integer,
  recordedAt: moment,
  endedAt: moment.nullable(),
  endReason: z.enum(['staff', 'changed', 'expired', 'adult']).nullable(),
  endedBy: integer.nullable(),
}

export const patientImportRows = {
  importId: integer,
  rowNumber: integer,
  fields: json,
  errors: json,
  nameKeys: z.array(text),
  duplicatePatients: z.array(integer),
  duplicateRows: z.array(integer),
  badFields: json.nullable(),
}

export const patientImports = {
  id: integer,
  labId: integer,
  createdBy: integer,
  createdAt: moment,
  finishedAt: moment.nullable(),
  fileName: text,
  content: bytes.nullable(),
  dateOrder: z.enum(['ymd', 'dmy', 'mdy']),
  state: z.enum(['checking', 'refused', 'ready', 'writing', 'done', 'failed', 'cancelled']),
  problem: text.nullable(),
  attempts: integer,
  encoding: text.nullable(),
  separator: text.nullable(),
  unknownColumns: z.array(text),
  skipDuplicates: boolean,
  rowsTotal: integer.nullable(),
  rowsChecked: integer,
  rowsWritten: integer,
  rowsWithErrors: integer,
  rowsDuplicate: integer,
  confirmedAddress: text.nullable(),
  confirmedRequestId: text.nullable(),
  skipInvalid: boolean,
}

export const patientLanguages = {
  patientId: integer,
  language: z.enum(['en', 'ar']),
}

export const patientMerges = {
  id: integer,
  survivorId: integer,
  mergedId: integer,
  mergedBy: integer,
  mergedAt: moment,
  reason: text,
  reportIds: z.array(integer),
  changes: json,
  undoneAt: moment.nullable(),
  undoneBy: integer.nullable(),
  deliveryChange: json.nullable(),
  visitIds: z.array(integer),
  unreleasedIds: z.array(integer),
}

export const patients = {
  id: integer,
  labId: integer,
  fullName: text,
  emrId: text.nullable(),
  email: text.nullable(),
  phone: text,
  dateOfBirth: date,
  gender: z.enum(['MALE', 'FEMALE', 'OTHER']).nullable(),
  addressLine1: text.nullable(),
  city: text.nullable(),
  registrationType: text.nullable(),
  registeredBy: integer.nullable(),
  profileCompleted: boolean,
  createdAt: moment,
  updatedAt: moment,
  formerIds: text,
  mergedInto: integer.nullable(),
  nameKeys: z.array(text),
  search: text,
  nationalId: text.nullable(),
}

export const providerLinks = {
  providerId: integer,
  userId: integer,
  subject: text,
  givesRole: boolean,
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  lastAcr: text.nullable(),
  lastAuthAt: moment.nullable(),
  lostRoleAt: moment.nullable(),
}

export const providerLogouts = {
  providerId: integer,
  jtiHash: bytes,
  expiresAt: moment,
}

export const providerRequests = {
  stateHash: bytes,
  providerId: integer,
  purpose: z.enum(['sign-in', 'link', 'confirm', 'invitation', 'second-step']),
  browserHash: bytes,
  sessionId: integer.nullable(),
  invitationHash: bytes.nullable(),
  returnTo: text.nullable(),
  userId: integer.nullable(),
  accessVersion: integer.nullable(),
  providerSession: text.nullable(),
  sealedIdToken: bytes.nullable(),
  createdAt: moment,
  expiresAt: moment,
}

export const rateLimits = {
  key: text,
  attempts: integer,
  windowStartedAt: moment,
  waitsUntil: moment.nullable(),
}

export const recordCounts = {
  kind: z.enum(['patients', 'reports']),
  labId: integer,
  reportTypeId: integer,
  slot: integer,
  n: integer,
}

export const recoveryCodes = {
  userId: integer,
  codeHash: bytes,
  usedAt: moment.nullable(),
}

export const referrers = {
  id: integer,
  labId: integer,
  kind: z.enum(['doctor', 'clinic']),
  name: text,
  foldedName: text,
  phone: text.nullable(),
  email: text.nullable(),
  licenseNumber: text.nullable(),
  createdAt: moment,
  archivedAt: moment.nullable(),
  note: text.nullable(),
}

export const reportAnnouncements = {
  id: integer,
  reportId: integer,
  kind: z.enum(['published', 'amended', 'withdrawn', 'sent-in-error']),
  needsConfirmation: boolean,
  confirmedBy: integer.nullable(),
  createdAt: moment,
  announcedAt: moment.nullable(),
  heldAt: moment.nullable(),
}

export const reportCalls = {
  id: integer,
  reportId: integer,
  delegateId: integer.nullable(),
  reportVersion: integer,
  outcome: z.enum(['reached', 'no-answer', 'wrong-number', 'other']),
  note: text.nullable(),
  calledAt: moment,
  calledBy: integer,
  recordedAt: moment,
}

export const reportChangeBacklog = {
  id: integer,
  reportTypeId: integer.nullable(),
  wasSensitive: boolean.nullable(),
  integrationId: integer.nullable(),
  afterReportId: integer,
}

export const reportChanges = {
  sequence: integer,
  id: text,
  labId: integer,
  reportId: integer,
  version: integer,
  type: z.enum(['published', 'amended', 'withdrawn', 'suspended', 'restored', 'changed']),
  state: z.enum(['current', 'suspended', 'withdrawn']),
  referrerId: integer.nullable(),
  formerReferrerId: integer.nullable(),
  isSensitive: boolean,
  wasSensitive: boolean,
  facts: json,
  at: moment,
}

export const reportCorrections = {
  id: integer,
  labId: integer,
  subject: z.enum(['patient', 'referrer', 'report-type', 'lab', 'user']),
  subjectId: integer,
  afterId: integer,
}

export const reportFiles = {
  id: integer,
  name: text,
  originalName: text,
  mediaType: text,
  sizeBytes: integer,
  sha256: bytes,
  uploadedBy: integer.nullable(),
  createdAt: moment,
  identityHints: json.nullable(),
  reportId: integer.nullable(),
  pageCount: integer.nullable(),
  sha1: bytes.nullable(),
}

export const reportLinks = {
  id: integer,
  deliveryId: integer,
  tokenHash: bytes,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  revocation: z.enum(['staff', 'renewed', 'contact-changed', 'wrong-tries', 'access-ended']).nullable(),
  wrongTries: integer,
  lockedUntil: moment.nullable(),
  deviceHash: bytes.nullable(),
  firstOpenedAt: moment.nullable(),
  lastOpenedAt: moment.nullable(),
  openedVersion: integer.nullable(),
  createdAt: moment,
  opensHeld: boolean,
  opensHold: text.nullable(),
  slipId: integer.nullable(),
}

export const reportOpenings = {
  reportId: integer,
  labId: integer,
  publishedBy: integer,
  publishedAt: moment,
  openedAt: moment.nullable(),
}

export const reportTypes = {
  id: integer,
  title: text,
  description: text.nullable(),
  createdAt: moment,
  isSensitive: boolean,
  loinc: text.nullable(),
  changedAt: moment.nullable(),
}

export const reportVersions = {
  reportId: integer,
  version: integer,
  title: text,
  remark: text.nullable(),
  reportTypeId: integer,
  fileId: integer,
  publishedBy: integer,
  publishedAt: moment,
  reason: text.nullable(),
  note: text.nullable(),
  reportTypeTitle: text,
  releaseId: integer.nullable(),
}

export const reports = {
  id: integer,
  labId: integer.nullable(),
  patientId: integer,
  reportTypeId: integer,
  title: text,
  remark: text.nullable(),
  fileId: integer,
  uploadedBy: integer,
  createdAt: moment,
  withdrawnAt: moment.nullable(),
  withdrawnBy: integer.nullable(),
  withdrawalReason: text.nullable(),
  withdrawalNote: text.nullable(),
  version: integer,
  amendedAt: moment.nullable(),
  amendedBy: integer.nullable(),
  amendmentReason: text.nullable(),
  amendmentNote: text.nullable(),
  republishedFrom: integer.nullable(),
  foldedTitle: text,
  reportTypeTitle: text,
  visitId: integer.nullable(),
  releaseId: integer.nullable(),
  changedAt: moment.nullable(),
  patientLabId: integer.nullable(),
  certainReferrerId: integer.nullable(),
}

export const sentMessages = {
  id: text,
  startedAt: moment,
  sentAt: moment.nullable(),
}

export const sessionTokens = {
  tokenHash: bytes,
  sessionId: integer,
  createdAt: moment,
  replacedAt: moment.nullable(),
}

export const sessions = {
  id: integer,
  userId: integer,
  address: text.nullable(),
  userAgent: text.nullable(),
  createdAt: moment,
  lastSeenAt: moment,
  confirmedAt: moment.nullable(),
  way: z.enum(['password', 'passkey', 'link', 'provider']),
  providerId: integer.nullable(),
  providerSession: text.nullable(),
  sealedIdToken: bytes.nullable(),
  hasProviderFactor: boolean,
  providerConfirmedAt: moment.nullable(),
  endsAt: moment.nullable(),
}

export const settings = {
  onlyRow: boolean,
  supportEmail: text.nullable(),
  supportPhone: text.nullable(),
  supportHours: text.nullable(),
  uploadLimitMb: integer,
  idleMinutes: integer,
  absoluteHours: integer,
  updatedAt: moment,
  secondFactorRoles: z.array(text),
  productName: text,
  logo: bytes.nullable(),
  logoMediaType: text.nullable(),
  logoVersion: integer,
  timeZone: text.nullable(),
  defaultPageSize: integer,
  signInAttempts: integer,
  signInAttemptsPerAddress: integer,
  signInWindowMinutes: integer,
  retentionYears: integer,
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']),
  country: text,
  passkeyRoles: z.array(text),
  passkeysFrom: date.nullable(),
}

export const settingsUpdates = {
  labId: integer.nullable(),
  section: text,
  updatedAt: moment.nullable(),
}

export const signInLinks = {
  tokenHash: bytes,
  userId: integer,
  expiresAt: moment,
}

export const signInProviders = {
  id: integer,
  labId: integer.nullable(),
  name: text,
  issuer: text,
  clientId: text,
  sealedSecret: bytes.nullable(),
  sealedKey: bytes.nullable(),
  publicKey: json.nullable(),
  scopes: z.array(text),
  domains: z.array(text),
  rolesClaim: text.nullable(),
  roles: json,
  createsAccounts: boolean,
  checksSecondFactor: boolean,
  acr: text.nullable(),
  sessionHours: integer,
  createdAt: moment,
  updatedAt: moment,
  lastUsedAt: moment.nullable(),
  lastProblem: text.nullable(),
  lastProblemAt: moment.nullable(),
  returnsAfterLogout: boolean,
  trustsEmails: boolean,
  asksForAccount: boolean,
  defaultRole: z.enum(['Doctor', 'Technician', 'Receptionist']).nullable(),
  refreshesAccounts: boolean,
}

export const signatures = {
  userId: integer,
  content: bytes,
  mediaType: z.enum(['image/png', 'image/jpeg']),
  version: integer,
  updatedAt: moment,
}

export const stampedFiles = {
  reportId: integer,
  version: integer,
  labId: integer,
  kind: z.enum(['stamped', 'slip', 'failed']),
  fileId: integer.nullable(),
  host: text,
  isSealed: boolean,
  sealProblem: text.nullable(),
  madeAt: moment,
}

export const unopenedDeliveries = {
  deliveryId: integer,
  labId: integer,
  endsAt: moment,
}

export const unreachedReports = {
  reportId: integer,
  labId: integer,
  publishedAt: moment,
  agreedEmail: boolean.nullable(),
}

export const unreleasedReports = {
  id: integer,
  labId: integer,
  patientId: integer,
  reportTypeId: integer,
  title: text,
  remark: text.nullable(),
  fileId: integer.nullable(),
  sha256: bytes,
  visitId: integer.nullable(),
  reportId: integer.nullable(),
  basedOn: integer.nullable(),
  amendmentReason: text.nullable(),
  amendmentNote: text.nullable(),
  republishedFrom: integer.nullable(),
  inboxItemId: integer.nullable(),
  inboxRevision: integer.nullable(),
  authorId: integer,
  authorIds: z.array(integer),
  revision: integer,
  openedBy: z.array(integer),
  state: z.enum(['awaiting', 'returned', 'released', 'discarded']),
  createdAt: moment,
  awaitingSince: moment,
  returnedBy: integer.nullable(),
  returnedAt: moment.nullable(),
  returnReason: text.nullable(),
  releasedBy: integer.nullable(),
  releasedAt: moment.nullable(),
  aloneReason: text.nullable(),
  reviewedBy: integer.nullable(),
  reviewedAt: moment.nullable(),
  discardedBy: integer.nullable(),
  discardedAt: moment.nullable(),
  criticalAt: moment.nullable(),
  suspendedBy: integer.nullable(),
  suspendedAt: moment.nullable(),
  discardReason: text.nullable(),
  returnReply: text.nullable(),
  movesVisitId: integer.nullable(),
}

export const userPreferences = {
  userId: integer,
  patientColumns: z.array(text).nullable(),
  reportColumns: z.array(text).nullable(),
  updatedAt: moment,
  savedFilters: json.nullable(),
}

export const users = {
  id: integer,
  fullName: text,
  email: text,
  phone: text,
  avatar: text.nullable(),
  passwordHash: text.nullable(),
  userTypeId: integer,
  labId: integer.nullable(),
  deactivatedAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
  totpSecret: bytes.nullable(),
  totpConfirmedAt: moment.nullable(),
  totpLastStep: integer.nullable(),
  isInvited: boolean,
  accessVersion: integer,
  totpPendingSecret: bytes.nullable(),
  totpPendingUntil: moment.nullable(),
  totpPendingSession: integer.nullable(),
  passkeyHandle: bytes.nullable(),
  refusedMail: z.enum(['invitation', 'reset', 'notice']).nullable(),
  refusedMailAt: moment.nullable(),
  refusedMailTo: text.nullable(),
}

export const verificationCodes = {
  code: text,
  reportId: integer,
  version: integer,
  createdAt: moment,
}

export const verificationLookups = {
  id: integer,
  reportId: integer,
  version: integer,
  outcome: z.enum(['current', 'superseded', 'withdrawn', 'suspended', 'file-matches', 'file-original', 'file-slip', 'file-other-version', 'file-unknown', 'pass-refused', 'shown']),
  network: text,
  lookedUpAt: moment,
}

export const viewingPasses = {
  id: integer,
  linkId: integer,
  reportId: integer,
  codeHash: bytes.nullable(),
  createdAt: moment,
  usedAt: moment.nullable(),
  sessionHash: bytes.nullable(),
}

export const visitLinks = {
  visitId: integer,
  tokenHash: bytes,
  language: z.enum(['en', 'ar']),
  expiresAt: moment,
  createdBy: integer,
  createdAt: moment,
}

export const visitReportTypes = {
  visitId: integer,
  reportTypeId: integer,
  targetAt: moment.nullable(),
}

export const visitSlips = {
  id: integer,
  visitId: integer,
  patientId: integer,
  tokenHash: bytes,
  language: z.enum(['en', 'ar']),
  linkDays: integer,
  wrongTries: integer,
  lockedUntil: moment.nullable(),
  deviceHash: bytes.nullable(),
  revokedAt: moment.nullable(),
  revocation: z.enum(['staff', 'renewed', 'wrong-tries']).nullable(),
  createdBy: integer.nullable(),
  createdAt: moment,
}

export const visits = {
  id: integer,
  labId: integer,
  patientId: integer,
  referrerId: integer.nullable(),
  collectedAt: moment.nullable(),
  receivedAt: moment.nullable(),
  promisedAt: moment.nullable(),
  payment: z.enum(['unknown', 'due', 'paid', 'waived']),
  paymentBy: integer.nullable(),
  paymentAt: moment.nullable(),
  waiverReason: text.nullable(),
  note: text.nullable(),
  orderKey: text.nullable(),
  createdBy: integer.nullable(),
  createdAt: moment,
  updatedAt: moment,
  canceledBy: integer.nullable(),
  canceledAt: moment.nullable(),
  isAwaited: boolean,
  targetAt: moment.nullable(),
  collectedOn: date.nullable(),
  receivedOn: date.nullable(),
  orderNumber: text.nullable(),
  isReferrerCertain: boolean,
}

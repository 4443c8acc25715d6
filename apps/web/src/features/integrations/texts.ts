import type { ClientScope, PAUSE_CAUSES, ReceiverKind } from '@zelab/contract'
import { pluralize } from '../../lib/format.ts'

export const loading = 'Loading connections'
export const instructions = 'Instructions for developers of other systems'
export const copyInstructions = 'Copy the address of the instructions'
export const clients = 'API Clients'
export const clientsHint = 'Systems that read reports of this lab by FHIR, or poll for changes'
export const addClient = 'Add Client'
export const editClient = 'Edit Client'
export const noClients = 'No system reads reports of this lab.'
export const receivers = 'Receivers'
export const receiversHint = 'Systems that are told of every new, corrected, and withdrawn report'
export const addReceiver = 'Add Receiver'
export const editReceiver = 'Edit Receiver'
export const noReceivers = 'No system receives this lab’s reports.'

export const KINDS: Record<ReceiverKind, string> = { webhook: 'Webhook', hl7: 'HL7' }
export const kind = 'Kind'
export const name = 'Recipient'
export const nameHint = 'The hospital, clinic, or insurer, and its system.'
export const purpose = 'Purpose'
export const purposeHint = 'What the recipient uses the reports for, for example treatment of its patients.'
export const country = 'Country'
export const legalBasis = 'Legal Basis'
export const legalBasisHint =
  'Required for another country than that of this installation: what allows the transfer.'
export const reach = 'Reports'
export const REACHES = { lab: 'All of the lab', referrer: 'Of one referrer' } as const
export const referrerHint =
  'Only reports whose visit names it: chosen by staff, or matched by its license number.'
export const sensitive = 'Include sensitive report types'
export const sensitiveHint = 'Left out unless the recipient needs them.'

export const reads = (count: number, all: number) =>
  `May read: ${count === all ? 'all' : `${count} of ${all}`} kinds of records`
export const scopes = 'May Read'
export const SCOPES: Record<ClientScope, string> = {
  'system/Patient.rs': 'Patients',
  'system/DiagnosticReport.rs': 'Reports and their changes',
  'system/DocumentReference.rs': 'Versions of reports',
  'system/Organization.r': 'The lab',
  'system/Practitioner.r': 'Names of staff',
  'system/Binary.r': 'Report files',
}
export const keys = 'Signs In With'
export const KEYS = {
  jwks: 'Key set',
  jwksUri: 'Key set at an address',
  days: 'Bearer key',
} as const
export const keySet = 'JSON Web Key Set'
export const keySetHint = 'One or two public keys, RSA or P-384, as the developer of the system gave them.'
export const keySetAddress = 'Address of the Key Set'
export const days = 'Days'
export const daysHint = 'The key ends after 1 to 365 days. Admins are reminded 30 and 7 days before.'
export const clientId = 'Client ID'
export const copyClientId = (client: string) => `Copy the client ID of ${client}`

export const url = 'Address'
export const urlHint = 'Begins with https://. It gets ids only, never names or files.'
export const host = 'Host'
export const port = 'Port'
export const serverName = 'Name in Its Certificate'
export const certificates = 'Certificates of Its Authority'
export const certificatesHint = 'PEM. Leave it empty for an address with a public certificate.'
export const hl7CertificatesHint = 'PEM, as the receiver gave it.'
export const processingId = 'Processing'
export const PROCESSING = { T: 'Test (T)', P: 'Production (P)' } as const
export const sendingApplication = 'Sending Application'
export const defaultApplication = 'ZELAB'
export const sendingFacility = 'Sending Facility'
export const receivingApplication = 'Receiving Application'
export const receivingFacility = 'Receiving Facility'
export const assigningAuthority = 'Assigning Authority'
export const assigningAuthorityHint = 'Assigns record numbers: a name, or name&1.2.3&ISO.'

export const STATES = { active: 'Active', paused: 'Paused', ended: 'Ended' } as const
export const PAUSES: Record<(typeof PAUSE_CAUSES)[number], string> = {
  staff: 'Paused by an Admin. Changes wait.',
  restored: 'Paused after a backup was restored, so that nothing old is sent. Check it, then resume it.',
  gone: 'Paused, because the receiver answered that it no longer exists (410).',
}
export const waiting = (count: number, since: string) =>
  `Waiting: ${count >= 1000 ? '1,000 or more' : count} since ${since}`
export const refused = (count: number) => (count >= 1000 ? '1,000 or more refused' : `${count} refused`)
export const showRefused = (count: number, named: string) => `${refused(count)}: log of ${named}`
export const failing = (since: string) => `Does not answer since ${since}`
export const nextTry = (at: string) => `next try at ${at}`
export const lastUsed = 'Last used'
export const neverUsed = 'Not used yet'
export const nothingSent = 'Nothing sent yet'
export const lastSent = 'Last sent'
export const keyEnds = (day: string) => `Key ends ${day}`
export const ofReferrer = (named: string) => `Reports of ${named}`
export const withSensitive = 'with sensitive types'

export const actionsOf = (named: string) => `Actions for ${named}`
export const newSecret = 'New Secret'
export const newKey = 'New Key'
export const pause = 'Pause'
export const resume = 'Resume'
export const end = 'End'
export const tryNow = 'Try Now'
export const triedNow = 'Waiting changes are sent now'
export const test = 'Send Test'
export const log = 'Log'
export const replay = 'Send Again'

export const askEnd = 'End connection'
export const endQuestion = (named: string) =>
  `End the connection to ${named}? Its keys stop working at once, and nothing more is sent. This action is irreversible.`
export const ending = 'Ending...'
export const ended = 'Connection ended'
export const askSecret = 'New secret'
export const secretQuestion = {
  webhook: (named: string) =>
    `Make a new secret for ${named}? Messages carry signatures of both secrets for 24 hours.`,
  client: (named: string) => `Make a new key for ${named}? The present one stops working at once.`,
}
export const making = 'Making...'
export const paused = 'Connection paused'
export const resumed = 'Connection resumed'
export const testAccepted = (answer: string) => `Test accepted: ${answer}`
export const testFailed = (answer: string) => `Test not accepted: ${answer}`

export const secretTitle = 'Secret of the Connection'
export const secretHint =
  'Pass it to the developer of the system through a secure channel. It is shown only once.'
export const copySecret = 'Copy the secret'

export const replayTitle = (named: string) => `Send again to ${named}`
export const replayHint =
  'Every report that changed since then is sent once more as it is now, with the same id of its change.'
export const since = 'Changed Since'
export const queued = (count: number) => `${pluralize(count, 'report')} will be sent again`

export const logOf = (named: string) => `Log of ${named}`
export const logHint = 'What was sent within 90 days, and what waits.'
export const nothingLogged = 'Nothing was sent yet.'
export const nothingMatches = 'Nothing matches.'
export const outcome = 'Outcome'
export const anyOutcome = 'Any outcome'
export const reportNumber = 'Report Number'
export const day = 'Day'
export const report = (id: number) => `Report #${id}`

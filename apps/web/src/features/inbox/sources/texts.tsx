import type { InboxSourceProblem } from '@zelab/contract'
import type { HL7_CHARSETS, InboxSourceKind } from '@zelab/contract/limits'
import { INBOX_SOURCES_MAX } from '@zelab/contract/limits'
import type { ReactNode } from 'react'

export const KINDS: Record<InboxSourceKind, string> = { folder: 'Watched folder', hl7: 'HL7 sender' }
export const CHARSETS: Record<(typeof HL7_CHARSETS)[number], string> = {
  'utf-8': 'Unicode (UTF-8)',
  'iso-8859-1': 'Western European (ISO 8859-1)',
  'iso-8859-6': 'Arabic (ISO 8859-6)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1256': 'Arabic (Windows-1256)',
}
export const asMessageSays = 'As the message says'

export const inboxSources = 'Inbox Sources'
export const cardHint = 'Folders and systems from which files arrive in the inbox'
export const addSource = 'Add Source'
export const refresh = 'Check the sources again'
export const noSources = 'No sources yet'
export const noSourcesHint = 'Until then, staff add files to the inbox themselves.'
export const notSetUp = 'No sources can be added yet'
export const limitReached = `A lab can have at most ${INBOX_SOURCES_MAX} sources.`
export const on = 'On'
export const off = 'Off'
export const folder = 'Folder'
export const certificate = 'Certificate'
export const copyFingerprint = (name: string) => `Copy the fingerprint of ${name}`
export const addresses = 'Addresses'
export const charset = 'Character set'
export const publishing = 'Publishing'
export const publishedByStaff = 'By staff'
export const publishedInNameOf = (name: string) => `Automatic, in the name of ${name}`
export const lastReceived = 'Last received'
export const nothingReceived = 'Nothing yet'
export const editOf = (name: string) => `Edit ${name}`
export const removeOf = (name: string) => `Remove ${name}`

/** Each text gives the time of the failure and the fix. */
export const PROBLEMS: Record<InboxSourceProblem, { title: (since: string) => string; advice: string }> = {
  'folder-missing': {
    title: (since) => `Folder not found since ${since}`,
    advice: 'Check that the share is connected and the path is right. The folder is never created.',
  },
  'folder-not-readable': {
    title: (since) => `Folder cannot be read since ${since}`,
    advice: 'Ask your IT administrator to let the account of the service read the folder.',
  },
  'folder-not-writable': {
    title: (since) => `Files cannot be moved since ${since}`,
    advice:
      'Received files are moved out of the folder. Ask your IT administrator to let the account of the service write to it, and to check that its disk is not full.',
  },
  'folders-not-set-up': {
    title: (since) => `Watched folders are not set up since ${since}`,
    advice: 'Ask your IT administrator to set INBOX_DIR and restart the service.',
  },
  'hl7-not-set-up': {
    title: (since) => `HL7 is not set up since ${since}`,
    advice: 'Ask your IT administrator to set HL7_PORT and the certificates, and restart the service.',
  },
  'inbox-full': {
    title: (since) => `Inbox full since ${since}`,
    advice: 'Publish or reject items of the inbox. New files wait until then.',
  },
  'storage-unavailable': {
    title: (since) => `Files cannot be stored since ${since}`,
    advice: 'Ask your IT administrator to check the storage of the server. New files wait until then.',
  },
  'publisher-unsuitable': {
    title: (since) => `Automatic publishing stopped ${since}`,
    advice: 'The publisher can no longer publish in this lab. Edit the source and select another one.',
  },
}

export const FOLDERS_NOT_SET_UP = 'For watched folders, ask your IT administrator to set INBOX_DIR.'
export const HL7_NOT_SET_UP =
  'For HL7 senders, ask your IT administrator to set HL7_PORT, HL7_TLS_CERT_FILE, HL7_TLS_KEY_FILE and HL7_CLIENT_CA_FILE.'

export const addTitle = 'Add Source'
export const editTitle = 'Edit Source'
export const kind = 'Kind'
export const KIND_HINTS: Record<InboxSourceKind, string> = {
  folder: 'A scanner or program saves files in a folder.',
  hl7: 'A laboratory system sends results over an encrypted connection.',
}
export const kindStays = 'The kind of a source cannot be changed.'
export const name = 'Name'
export const nameHint = 'Shown with each file that arrives from it.'
export const below = (root: ReactNode) => <>Within {root}, for example front-desk/scans.</>
export const belowUnknown = 'Within INBOX_DIR, for example front-desk/scans.'
export const fingerprint = 'Certificate fingerprint'
export const fingerprintHint = 'SHA-256 of the sender’s certificate, with or without colons.'
export const addressesHint = 'One per line: addresses such as 10.1.2.3 or networks such as 10.1.2.0/24.'
export const connectTo = (port: ReactNode) => <>The sender connects to port {port} of this server.</>
export const charsetHint = 'Change it only if names arrive with wrong letters.'
export const isOn = 'On'
export const isOnHint = 'While it is off, nothing is received from this source.'
export const automatic = 'Publish automatically'
export const automaticHint =
  'Files whose patient is certain and that have a report type. All others wait in the inbox.'
export const automaticWarning = 'No person looks at these reports before they are published.'
export const automaticAdvice =
  'Review them afterwards in the inbox. Turn this on only for a source whose files have been right for some time.'
export const publisher = 'Publisher'
export const publisherHint = 'The reports carry this name.'
export const selectPublisher = 'Select a person'
export const noPublishers = 'Add a Doctor or Technician to this lab first.'
export const askRemove = 'Remove source'
export const removeQuestion = (source: string) =>
  `Remove ${source}? Nothing more is received from it. Its items stay in the inbox.`
export const removing = 'Removing...'
export const removed = 'Source removed'

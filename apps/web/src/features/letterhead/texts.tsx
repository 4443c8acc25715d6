import type { KeyProblem } from '@zelab/contract'
import type { StampCorner } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { pluralize } from '../../lib/format.ts'

export const letterhead = 'Letterhead'
export const letterheadHint = 'Logo, verification code and signature on the first page of reports'
export const editLetterhead = 'Edit Letterhead'
export const saveLetterhead = 'Save Letterhead'
export const onReports = 'On Reports'
export const used = 'Used'
export const notUsed = 'Not used'
export const checkedAt = 'Checked At'
export const seal = 'Seal'
export const sealed = 'Sealed'
export const noKey = 'No key installed'
export const notSealed = 'Not sealed'

export const use = 'Put the lab’s letterhead on reports'
export const useHint = 'On reports that are published or opened from now on.'
export const accreditation = 'Accreditation number'
export const accreditationHint = 'As printed, for example EIAC 15189-042. Empty: none.'
export const logo = 'Logo'
export const noLogo = 'No logo'
export const logoLabels = (kb: number) => ({
  upload: 'Upload Logo',
  replace: 'Replace Logo',
  remove: 'Remove Logo',
  hint: `PNG or JPEG, up to ${kb} kB. It is stored right away.`,
})
export const logoRemoved = 'Logo removed'
export const corner = 'Corner'
export const cornerHint = 'Where the stamp stands on the first page, if nothing else is there.'
export const CORNERS: Record<StampCorner, string> = {
  'top-left': 'Top left',
  'top-right': 'Top right',
  'bottom-left': 'Bottom left',
  'bottom-right': 'Bottom right',
}
export const marginX = 'Margin at the side (mm)'
export const marginY = (isTop: boolean) => `Margin at the ${isTop ? 'top' : 'bottom'} (mm)`
export const signature = 'Include the publisher’s signature'
export const signatureHint = 'Everyone who publishes reports can add a signature on their profile page.'
export const keepTheirs = 'Reports that already have a letterhead keep theirs.'

export const preview = 'Preview'
export const firstPage = 'First page with this letterhead'
export const ofLastReport = 'The lab’s last report'
export const ofExample = 'An example, because the lab has no report yet'
export const tryFile = 'Try a File'
export const tryFileHint = (megabytes: number) =>
  `PDF, JPG or PNG, up to ${megabytes} MB. It is shown with the letterhead and not kept.`
export const updating = 'Updating the preview'
export const previewFailed = 'The preview could not be loaded.'
export const retry = 'Try Again'
export const switchedOff = 'Reports are published without it while it is switched off.'

export const reportsCheckedAt = (address: ReactNode) => <>Reports are checked at {address}</>
export const namesEarlierHost = (count: number, host: string) =>
  `${pluralize(count, 'report names', 'reports name')} ${host}`
export const keepHost = (current: ReactNode) => (
  <>Let that address redirect to {current}, or their codes cannot be checked.</>
)
export const noSeal = 'Reports are not sealed: no key is installed.'
export const sealedAs = (subject: string, day: string) => `Sealed as ${subject}, valid until ${day}`
export const sealedBy = (subject: string) => `Sealed as ${subject}`
export const sealedWithKey = 'Reports are sealed.'
export const keyExposed = 'Other accounts of the server can read the key or its password'
export const keyExposedAdvice = 'Ask the operator to restrict both files to the account of the service.'
export const publishedUnsealed = 'Reports are published without a seal.'
export const KEY_PROBLEMS: Record<KeyProblem, { title: string; advice: string }> = {
  'not-readable': {
    title: 'The key file cannot be read',
    advice: 'Ask the operator to check that the file exists and that the service may read it.',
  },
  'not-a-p12': {
    title: 'The key file is not a PKCS #12 file',
    advice: 'Ask the operator to install a .p12 or .pfx file.',
  },
  'wrong-password': {
    title: 'The password of the key file is wrong',
    advice: 'Ask the operator to correct it.',
  },
  'no-key': {
    title: 'The key file has a certificate, but no private key',
    advice: 'Ask the operator to export it again with its private key.',
  },
  'unsupported-key': {
    title: 'The key is of a kind that cannot seal reports',
    advice: 'Ask the operator to install another key.',
  },
  expired: {
    title: 'The key has expired',
    advice: 'Ask the operator to install a new one.',
  },
  'not-yet-valid': {
    title: 'The key is not valid yet',
    advice: 'Ask the operator to check its first day and the clock of the server, or to install another key.',
  },
}

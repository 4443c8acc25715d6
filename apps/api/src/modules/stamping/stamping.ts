import type { ReportFileMediaType, StampCorner } from '@zelab/contract'
import type { SealText } from '../../platform/pdf-seal/add-seal-placeholder.ts'

/** Images are PNG or JPEG files. Invalid ones are omitted. */
export interface StampContent {
  /** The text of the QR code in upper case: HTTPS://HOST/V/CODE */
  address: string
  /** The site for manual verification: "labs.example" */
  host: string
  /** 26 characters, printed 5-5-5-5-6. */
  code: string
  lab: {
    name: string
    address: string | null
    accreditation: string | null
    phone: string | null
    logo: Uint8Array | null
  }
  /** Printed next to a photo, which may not name the patient. Null for an example. Dates are formatted. */
  patient: { name: string; bornOn: string; id: string } | null
  report: { number: string; version: number; publishedOn: string }
  /** The second person, who released the report. */
  release?: { by: string; on: string } | null
  /** From the report's visit; null without one. */
  visit?: { collectedOn: string | null; referrer: string | null } | null
  signatory: { name: string; signature: Uint8Array | null } | null
  corner: StampCorner
  marginX: number
  marginY: number
}

export interface StampTask {
  kind: 'stamp'
  mediaType: ReportFileMediaType
  content: Uint8Array
  stamp: StampContent
  seal?: SealText | undefined
}

/** Over an empty corner, in a footer below the page, or on the sheet of a photo. */
export type StampPlacement = 'corner' | 'footer' | 'sheet'

/** The file has a digital signature or cannot be stamped. */
export type SlipReason = 'signed' | 'unsupported'

export type StampResult =
  | { outcome: 'stamped'; content: Uint8Array; pages: number; placement: StampPlacement }
  /** A separate page with the code. `pages` is the page count of the slip. */
  | { outcome: 'slip'; content: Uint8Array; pages: number; reason: SlipReason }
  | { outcome: 'failed' }

import type { ReportFileMediaType, StampCorner } from '@zelab/contract'
import type { SealText } from '../../platform/pdf-seal/add-seal-placeholder.ts'

/** What a stamp or slip shows. Images are PNG or JPEG files; one that cannot be decoded is left out. */
export interface StampContent {
  /** The text of the QR code, in upper case: HTTPS://HOST/V/CODE */
  address: string
  /** Where the code is checked by hand: "labs.example" */
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
  /** Printed beside a photo, which may name no one. Null for an example. Days are formatted already. */
  patient: { name: string; bornOn: string; id: string } | null
  report: { number: string; version: number; publishedOn: string }
  /** The person who published the report. */
  signatory: { name: string; signature: Uint8Array | null } | null
  corner: StampCorner
  /** Distance from the page's edges in millimeters. */
  marginX: number
  marginY: number
}

/** A published file to be stamped, as sent to the child process. */
export interface StampTask {
  kind: 'stamp'
  mediaType: ReportFileMediaType
  content: Uint8Array
  stamp: StampContent
  /** Room for a seal is added; without it there is none. */
  seal?: SealText | undefined
}

/** Where the stamp is: over an empty corner, in a footer below the page, or on the sheet made for a photo. */
export type StampPlacement = 'corner' | 'footer' | 'sheet'

/** Why a file is not changed: it has a digital signature, or cannot be stamped. */
export type SlipReason = 'signed' | 'unsupported'

export type StampResult =
  | { outcome: 'stamped'; content: Uint8Array; pages: number; placement: StampPlacement }
  /** A separate page with the code. `pages` are those of the slip. */
  | { outcome: 'slip'; content: Uint8Array; pages: number; reason: SlipReason }
  | { outcome: 'failed' }

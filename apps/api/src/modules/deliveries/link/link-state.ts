import type { Link } from './links.repository.ts'
import type { Slip, SlipReport } from './visit-slips.repository.ts'

/**
 * `ended` offers a new link, `ended-by-staff` does not. `locked` applies only without a session. `code-needed`
 * follows a correct date of birth.
 */
export type LinkState =
  | 'ended-by-staff'
  | 'ended'
  | 'locked'
  | 'unidentified'
  | 'withdrawn'
  | 'suspended'
  | 'held'
  | 'code-needed'
  | 'open'

export interface Visit {
  state: LinkState
  link: Link
}

export const stateOf = (link: Link, deviceHash: Buffer | undefined): LinkState => {
  if (link.revocation === 'staff' || link.revocation === 'access-ended' || !link.hasAccess)
    return 'ended-by-staff'
  if (link.revocation !== null || link.isExpired) return 'ended'
  if (!link.hasSession) return link.lockedSeconds === null ? 'unidentified' : 'locked'
  if (link.isWithdrawn) return 'withdrawn'
  if (link.isSuspended) return 'suspended'
  if (link.isHeld) return 'held'
  if (link.hasCode) return 'open'
  // Identified while the report was held: no device has opened it yet, so this one is not another one.
  if (link.deviceHash === null && !link.isSensitive) return 'unidentified'
  const isFirstDevice = deviceHash !== undefined && (link.deviceHash?.equals(deviceHash) ?? false)
  return isFirstDevice && !link.isSensitive ? 'open' : 'code-needed'
}

/** `expected`, `held` and `suspended`: no report can be shown yet. Those after `locked` have one. */
export type SlipState =
  | 'ended-by-staff'
  | 'replaced'
  | 'ended'
  | 'expired'
  | 'expected'
  | 'suspended'
  | 'held'
  | 'locked'
  | 'unidentified'
  | 'code-needed'
  | 'open'

export interface SlipVisit {
  state: SlipState
  slip: Slip
  /** Those that the patient may open, some with a code. */
  reports: SlipReport[]
  /** Counts of reports that are not ready, being corrected, or held until the patient contacts the lab. */
  waiting: { awaited: number; suspended: number; held: number }
}

const stateWithReports = (slip: Slip, deviceHash: Buffer | undefined): SlipState => {
  if (!slip.hasSession) return slip.lockedSeconds === null ? 'unidentified' : 'locked'
  const isFirstDevice = deviceHash !== undefined && (slip.deviceHash?.equals(deviceHash) ?? false)
  return slip.hasCode || isFirstDevice ? 'open' : 'code-needed'
}

const stateWithoutReports = (
  { awaited, suspended, held }: SlipVisit['waiting'],
  hasHidden: boolean,
): SlipState => {
  if (held > 0) return 'held'
  if (suspended > 0) return 'suspended'
  return hasHidden && awaited === 0 ? 'held' : 'expected'
}

/** @param canSendCode without it, reports that need a code are not shown */
export const slipVisitOf = (
  slip: Slip,
  found: readonly SlipReport[],
  { deviceHash, canSendCode }: { deviceHash: Buffer | undefined; canSendCode: boolean },
): SlipVisit => {
  const open = found.filter(({ hold }) => hold === null)
  const reports = open.filter(({ isSensitive }) => !isSensitive || slip.hasCode || canSendCode)
  const suspended = found.filter(({ hold }) => hold === 'suspended').length
  const held = found.length - open.length - suspended
  const waiting = { awaited: slip.awaited, suspended, held }
  const state = (): SlipState => {
    if (slip.revocation === 'staff' || slip.hasLostVisit) return 'ended-by-staff'
    if (slip.revocation !== null) return slip.revocation === 'renewed' ? 'replaced' : 'ended'
    if (slip.isExpired) return 'expired'
    if (reports.length > 0) return stateWithReports(slip, deviceHash)
    return stateWithoutReports(waiting, open.length > reports.length)
  }
  return { state: state(), slip, reports, waiting }
}

/** True if new links to its reports may be sent to the patient. */
export const isRenewable = ({ state, reports }: SlipVisit): boolean =>
  reports.length > 0 && (state === 'ended' || state === 'expired' || state === 'locked')

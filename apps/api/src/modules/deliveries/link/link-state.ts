import type { Link } from './links.repository.ts'

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

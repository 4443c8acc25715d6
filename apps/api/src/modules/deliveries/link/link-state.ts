import type { Link } from './links.repository.ts'

/**
 * What a visitor of a link may see. `ended` offers a new link, `ended-by-staff` does not; `locked` is only for visitors
 * without a session; `code-needed` follows the right date of birth.
 */
export type LinkState =
  | 'ended-by-staff'
  | 'ended'
  | 'locked'
  | 'unidentified'
  | 'withdrawn'
  | 'code-needed'
  | 'open'

/** A link, as one visitor sees it at this moment. */
export interface Visit {
  state: LinkState
  link: Link
}

/** @param deviceHash of the visitor's browser; undefined when it has none */
export const stateOf = (link: Link, deviceHash: Buffer | undefined): LinkState => {
  if (link.revocation === 'staff' || link.revocation === 'access-ended' || !link.hasAccess)
    return 'ended-by-staff'
  if (link.revocation !== null || link.isExpired) return 'ended'
  if (!link.hasSession) return link.lockedSeconds === null ? 'unidentified' : 'locked'
  if (link.isWithdrawn) return 'withdrawn'
  if (link.hasCode) return 'open'
  const isFirstDevice = deviceHash !== undefined && (link.deviceHash?.equals(deviceHash) ?? false)
  return isFirstDevice && !link.isSensitive ? 'open' : 'code-needed'
}

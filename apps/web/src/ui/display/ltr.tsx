import type { ReactNode } from 'react'

/** Isolates phone numbers, emails and ids in text of any direction. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}

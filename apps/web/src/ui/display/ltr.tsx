import type { ReactNode } from 'react'

/** Keeps phones, emails and ids in one piece and in reading order inside text of any script. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}

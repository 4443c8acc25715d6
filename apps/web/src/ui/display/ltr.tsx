import type { ReactNode } from 'react'

/** Keeps phones, emails and ids in one piece and in reading order, whatever script surrounds them. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}

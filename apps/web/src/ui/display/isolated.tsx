import type { ReactNode } from 'react'

const ARABIC = /\p{Script=Arabic}/u

/** A name, title or remark in its own direction and, for screen readers and fonts, its own language. */
export function Isolated({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return <bdi lang={ARABIC.test(children) ? 'ar' : undefined}>{children}</bdi>
}

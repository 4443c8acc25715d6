import type { ReactNode } from 'react'
import { Text } from '@mantine/core'

const ARABIC = /\p{Script=Arabic}/u

/** A name, title or remark in its own direction and, for screen readers and fonts, its own language. */
export function Isolated({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return <bdi lang={ARABIC.test(children) ? 'ar' : undefined}>{children}</bdi>
}

/** Isolates phone numbers, emails and ids in text of any direction. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}

/** Secondary text. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })

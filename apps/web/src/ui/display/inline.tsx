import type { ReactNode } from 'react'
import { Text } from '@mantine/core'

const ARABIC = /\p{Script=Arabic}/u

/** A name, title or remark in its own direction and, for screen readers and fonts, its own language. */
export function Isolated({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return <bdi lang={ARABIC.test(children) ? 'ar' : undefined}>{children}</bdi>
}

const LINK = /(https?:\/\/\S+)/

/** The text of a message to a patient. Links keep their order within Arabic. */
export function MessageText({
  text,
  language,
  className,
}: {
  text: string
  language: 'en' | 'ar'
  className?: string | undefined
}) {
  return (
    <p className={className} style={{ margin: 0 }} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {text.split(LINK).map((part, index) =>
        LINK.test(part) ? (
          <bdi key={index} dir="ltr">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** Isolates phone numbers, emails and ids in text of any direction. */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}

/** Secondary text. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })

import type { InboxItem, InboxNotice } from '@zelab/contract'
import type { Tone } from '../../../ui/display/status-badge.tsx'
import * as words from '../texts.ts'
import * as texts from './texts.ts'

interface ItemWarning {
  code: NonNullable<InboxItem['problem']> | InboxNotice['code'] | 'visit-differs'
  tone: Extract<Tone, 'negative' | 'warning' | 'mismatch'>
  title: string
  text: string
}

type Warned = Pick<InboxItem, 'isCritical' | 'problem' | 'notices'>

/** Warnings before publishing, a critical value first. */
export const warningsOf = (
  { isCritical, problem, notices }: Warned,
  contradiction?: string,
): ItemWarning[] => [
  ...(isCritical
    ? [
        {
          ...({ code: 'critical', tone: 'negative' } as const),
          title: words.PROBLEMS.critical,
          text: texts.PROBLEMS.critical,
        },
      ]
    : []),
  ...(problem !== null && problem !== 'critical'
    ? [
        {
          ...({ code: problem, tone: 'warning' } as const),
          title: words.PROBLEMS[problem],
          text: texts.PROBLEMS[problem],
        },
      ]
    : []),
  ...notices.map(({ code, value }) => ({
    code,
    tone: code === 'order-of-other-patient' ? ('mismatch' as const) : ('warning' as const),
    title: words.NOTICES[code],
    text: texts.NOTICES[code](value ?? ''),
  })),
  ...(contradiction === undefined
    ? []
    : [
        {
          ...({ code: 'visit-differs', tone: 'warning' } as const),
          title: texts.visitDiffers,
          text: contradiction,
        },
      ]),
]

/** True when the visit of the order contradicts the item, which a person has to confirm. */
export const contradictsVisit = ({ notices }: Warned, contradiction?: string): boolean =>
  contradiction !== undefined ||
  notices.some(({ code }) => code === 'referrer-differs' || code === 'order-of-other-visit')

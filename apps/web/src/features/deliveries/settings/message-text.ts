import type { TemplatePurpose, Language, MessageTemplate } from '@zelab/contract'
import { hasLink, messageText, messageTemplateForm, shownLastDay, TEMPLATE_PARTS } from '@zelab/contract'
import { serverNow } from '../../../lib/activity-clock.ts'

export interface MessageKind {
  language: Language
  purpose: TemplatePurpose
}

const DAY_MS = 24 * 60 * 60 * 1000

export const builtInText = (kind: MessageKind): string =>
  messageText(
    { ...kind, template: undefined },
    { lab: '{lab}', link: '{link}', until: '{until}', phone: '{phone}' },
  )

/** The lab's text; undefined when the built-in text applies. */
export const ownText = (templates: readonly MessageTemplate[], kind: MessageKind): string | undefined =>
  templates.find(({ language, purpose }) => language === kind.language && purpose === kind.purpose)?.template

export const partsOf = ({ purpose }: MessageKind): readonly string[] =>
  TEMPLATE_PARTS.filter((part) => hasLink(purpose) || (part !== '{link}' && part !== '{until}'))

/** The problem of a text; undefined when it is valid. */
export const textProblem = (kind: MessageKind, template: string): string | undefined =>
  messageTemplateForm.safeParse({ ...kind, template }).error?.issues[0]?.message

export const previewOf = (
  kind: MessageKind,
  template: string,
  parts: { lab: string; phone: string | null; link: string; linkDays: number },
): string =>
  messageText(
    { ...kind, template },
    {
      ...parts,
      until: shownLastDay(kind.language, new Date(serverNow() + parts.linkDays * DAY_MS).toISOString()),
    },
  )

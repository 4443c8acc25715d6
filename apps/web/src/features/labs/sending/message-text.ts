import type { DeliveryPurpose, Language, MessageTemplate } from '@zelab/contract'
import { hasLink, messageText, messageTemplateForm, shownDay, TEMPLATE_PARTS } from '@zelab/contract'

/** One message in one language. */
export interface MessageKind {
  language: Language
  purpose: DeliveryPurpose
}

const DAY_MS = 24 * 60 * 60 * 1000

export const builtInText = (kind: MessageKind): string =>
  messageText(
    { ...kind, template: undefined },
    { lab: '{lab}', link: '{link}', until: '{until}', phone: '{phone}' },
  )

/** The lab's text; undefined where it uses the built-in one. */
export const ownText = (templates: readonly MessageTemplate[], kind: MessageKind): string | undefined =>
  templates.find(({ language, purpose }) => language === kind.language && purpose === kind.purpose)?.template

/** The parts that a message may have. */
export const partsOf = ({ purpose }: MessageKind): readonly string[] =>
  TEMPLATE_PARTS.filter((part) => hasLink(purpose) || (part !== '{link}' && part !== '{until}'))

/** What is wrong with a text; undefined when nothing is. */
export const textProblem = (kind: MessageKind, template: string): string | undefined =>
  messageTemplateForm.safeParse({ ...kind, template }).error?.issues[0]?.message

/** The message as a patient would receive it today. */
export const previewOf = (
  kind: MessageKind,
  template: string,
  parts: { lab: string; phone: string | null; link: string; linkDays: number },
): string =>
  messageText(
    { ...kind, template },
    {
      ...parts,
      until: shownDay(kind.language, new Date(Date.now() + parts.linkDays * DAY_MS).toISOString()),
    },
  )

import { blankable, boundedText } from '../fields/fields.ts'
import { TEMPLATE_PURPOSES, hasLink, type TemplatePurpose } from './delivery-messages.ts'
import { LANGUAGES, MESSAGE_TEMPLATE_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

const LENGTH_ERROR = `Please use ${MESSAGE_TEMPLATE_LENGTH.min} to ${MESSAGE_TEMPLATE_LENGTH.max} characters`

export const TEMPLATE_PARTS = ['{lab}', '{link}', '{until}', '{phone}'] as const

const partsIn = (template: string): string[] => template.match(/\{[^}]*\}?|\}/g) ?? []

/** The link appears once, set apart so that phones recognize it, and only in messages that have one. */
const hasRightParts = (template: string, purpose: TemplatePurpose): boolean => {
  const parts = partsIn(template)
  const links = parts.filter((part) => part === '{link}').length
  const isKnown = parts.every((part) => TEMPLATE_PARTS.some((known) => known === part))
  const isApart = /(?:^|\s)\{link\}(?:\s|$)/.test(template)
  return isKnown && (hasLink(purpose) ? links === 1 && isApart : links === 0 && !parts.includes('{until}'))
}

export const messageTemplateForm = z
  .object({
    language: z.enum(LANGUAGES, { error: VALIDATION.invalid }),
    purpose: z.enum(TEMPLATE_PURPOSES, { error: VALIDATION.invalid }),
    /** Omitted to return to the built-in text. */
    template: blankable(boundedText(MESSAGE_TEMPLATE_LENGTH, LENGTH_ERROR, LENGTH_ERROR)),
  })
  .check(
    z.refine(({ template, purpose }) => !template || hasRightParts(template, purpose), {
      error: VALIDATION.templateParts,
      path: ['template'],
    }),
  )

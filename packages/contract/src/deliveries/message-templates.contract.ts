import { TEMPLATE_PURPOSES } from './delivery-messages.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { LANGUAGES } from '../limits.ts'
import { messageTemplateForm } from './message-templates.forms.ts'
import { idParams, savedAt, seenAt } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const messageTemplateSchema = z.object({
  language: z.enum(LANGUAGES),
  purpose: z.enum(TEMPLATE_PURPOSES),
  template: z.string(),
})
export type MessageTemplate = z.output<typeof messageTemplateSchema>

export const messageTemplateEndpoints = {
  getMessageTemplates: defineEndpoint({
    method: 'GET',
    path: '/lab/getMessageTemplates/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'The texts of messages to patients that a lab wrote itself',
    params: idParams,
    response: envelope({
      data: z.array(messageTemplateSchema),
      /** As long as the links of messages, for the preview; it does not resolve. */
      exampleLink: z.string(),
      ...savedAt,
    }),
  }),
  saveMessageTemplate: defineEndpoint({
    method: 'PUT',
    path: '/lab/saveMessageTemplate/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change a lab’s text of one kind of message in one language, or return to the built-in one',
    params: idParams,
    body: z.safeExtend(messageTemplateForm, seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.array(messageTemplateSchema), ...savedAt }),
  }),
}

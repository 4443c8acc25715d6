import type { TemplatePurpose, Language, MessageTemplate } from '@zelab/contract'
import { LANGUAGE_NAMES } from '@zelab/contract'
import type { Caller } from '../../../core/caller.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import { linkAddress } from '../message.ts'
import { findTemplates, insertTemplate, lockLabTemplates } from './message-templates.repository.ts'

const shownTemplates = async (db: Queryable, labId: number): Promise<MessageTemplate[]> =>
  (await findTemplates(db, labId)).map(({ language, purpose, template }) => ({ language, purpose, template }))

/** As long as a real token, but never a valid one. */
const EXAMPLE_TOKEN = '1'.repeat(22)

interface Deps {
  database: Database
  labs: LabService
  publicUrl: string
}

export const createMessageTemplateService = ({ database, labs, publicUrl }: Deps) => ({
  async list(caller: Caller, labId: number): Promise<{ data: MessageTemplate[]; exampleLink: string }> {
    await labs.get(caller, labId)
    return {
      data: await shownTemplates(database, labId),
      exampleLink: linkAddress(publicUrl, EXAMPLE_TOKEN),
    }
  },

  /** @param change without a template, restores the built-in text */
  async save(
    caller: Caller,
    labId: number,
    change: { language: Language; purpose: TemplatePurpose; template?: string | undefined },
  ): Promise<MessageTemplate[]> {
    const { language, purpose, template } = change
    const lab = await labs.get(caller, labId)
    return database.transaction(async (tx) => {
      await lockLabTemplates(tx, labId)
      const stored = await findTemplates(tx, labId)
      const current = stored.find((one) => one.language === language && one.purpose === purpose)
      if (current?.template !== template) {
        await insertTemplate(tx, {
          labId,
          language,
          purpose,
          template: template ?? null,
          savedBy: caller.user.id,
        })
        const what = `the ${LANGUAGE_NAMES[language]} message "${purpose}" of the lab ${lab.name}`
        await recordActivity(tx, caller, {
          action: 'lab.message',
          object: { type: 'lab', id: labId },
          labId,
          summary: template === undefined ? `Returned ${what} to the built-in text` : `Changed ${what}`,
        })
      }
      return shownTemplates(tx, labId)
    })
  },
})
export type MessageTemplateService = ReturnType<typeof createMessageTemplateService>

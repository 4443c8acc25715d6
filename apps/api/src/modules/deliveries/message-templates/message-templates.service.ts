import type { Language, MessageTemplate, Saved, TemplatePurpose } from '@zelab/contract'
import { LANGUAGE_NAMES } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import { changeSettings, readSavedSettings } from '../../settings/settings-updates.service.ts'
import { linkAddress } from './message.ts'
import { findTemplates, insertTemplate } from './message-templates.repository.ts'

const shownTemplates = async (db: Queryable, labId: number): Promise<MessageTemplate[]> =>
  (await findTemplates(db, labId)).map(({ language, purpose, template }) => ({ language, purpose, template }))

/** As long as a real token, but never a valid one. */
const EXAMPLE_TOKEN = '1'.repeat(22)

const sectionOf = (labId: number) => ({ labId, section: 'messages' })

export const createMessageTemplateService = ({
  database,
  labs,
  publicUrl,
}: Pick<Context, 'database' | 'publicUrl'> & { labs: LabService }) => ({
  async list(
    caller: Caller,
    labId: number,
  ): Promise<Saved<{ data: MessageTemplate[]; exampleLink: string }>> {
    await labs.get(caller, labId)
    return readSavedSettings(database, sectionOf(labId), async () => ({
      data: await shownTemplates(database, labId),
      exampleLink: linkAddress(publicUrl, EXAMPLE_TOKEN),
    }))
  },

  /** @param change without a template, restores the built-in text */
  async save(
    caller: Caller,
    labId: number,
    change: {
      language: Language
      purpose: TemplatePurpose
      template?: string | undefined
      updatedAt?: string | null | undefined
    },
  ): Promise<Saved<{ data: MessageTemplate[] }>> {
    const { language, purpose, template } = change
    const lab = await labs.get(caller, labId)
    const store = async (tx: Queryable) => {
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
      return { data: await shownTemplates(tx, labId) }
    }
    return database.transaction((tx) =>
      changeSettings(tx, sectionOf(labId), change.updatedAt, () => store(tx)),
    )
  },
})
export type MessageTemplateService = ReturnType<typeof createMessageTemplateService>

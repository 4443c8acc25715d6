import {
  VALIDATION,
  type InboxSettings,
  type InboxSettingsFields,
  type RuleTrial,
  type Saved,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { invalidField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { isForeignKeyViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import { namedIn } from '../../reports/patient-match/identity-candidates.ts'
import {
  changeSettings,
  readSavedSettings,
  type SettingsChanges,
} from '../../settings/settings-updates.service.ts'
import { readFileName } from '../matching/file-name.ts'
import { findRule } from '../matching/rules.ts'
import {
  findInboxSettings,
  replaceRules,
  saveFileNamePattern,
  type StoredInboxSettings,
} from './inbox-settings.repository.ts'
import { deleteOldTexts, findNewestFiles, findUnsorted, updateSorting } from './sorted-items.repository.ts'

const INBOX_RULE_TRIALS = 100

const shown = ({ fileNamePattern, rules }: StoredInboxSettings): InboxSettings => ({
  fileNamePattern,
  rules: rules.map(({ field, contains, reportTypeId, reportTypeTitle, title }) => ({
    field,
    contains,
    reportType: { id: reportTypeId, title: reportTypeTitle },
    title,
  })),
})

const sectionOf = (labId: number) => ({ labId, section: 'inbox' })

const rulesOf = ({ rules }: Pick<InboxSettingsFields, 'rules'>) =>
  rules.map(({ contains = '', ...rule }) => ({ ...rule, contains: rule.field === 'any' ? '' : contains }))

const TRIAL_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const

export const createInboxSettingsService = ({
  database,
  labs,
  rateLimiter,
}: Pick<Context, 'database' | 'rateLimiter'> & { labs: LabService }) => {
  const trialLimiter = rateLimiter('inbox-rules', TRIAL_LIMIT)
  return {
    async get(caller: Caller, labId: number): Promise<Saved<InboxSettings>> {
      await labs.get(caller, labId)
      return readSavedSettings(database, sectionOf(labId), async () =>
        shown(await findInboxSettings(database, labId)),
      )
    },

    /** Sorts open items without a type by the new rules. */
    async update(
      caller: Caller,
      labId: number,
      { updatedAt, ...changes }: SettingsChanges<InboxSettingsFields>,
    ): Promise<Saved<InboxSettings>> {
      await labs.get(caller, labId)
      const change = async (tx: Queryable) => {
        const { fileNamePattern } = changes
        if (fileNamePattern !== undefined) await saveFileNamePattern(tx, labId, fileNamePattern)
        if (changes.rules) {
          const rules = rulesOf({ rules: changes.rules })
          await replaceRules(tx, labId, rules)
          for (const item of await findUnsorted(tx, labId)) {
            const rule = rules[findRule(rules, item)]
            if (rule) await updateSorting(tx, item.id, rule)
          }
        }
        const saved = await findInboxSettings(tx, labId)
        const count = saved.rules.length
        await recordActivity(tx, caller, {
          action: 'inbox.rules',
          object: { type: 'lab', id: labId },
          labId,
          summary: `Changed the inbox rules: ${count} ${count === 1 ? 'rule' : 'rules'}`,
        })
        return shown(saved)
      }
      return database
        .transaction((tx) => changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)))
        .catch((error: unknown) => {
          throw isForeignKeyViolation(error) ? invalidField('rules', VALIDATION.reportType) : error
        })
    },

    async tryOut(caller: Caller, labId: number, fields: InboxSettingsFields): Promise<RuleTrial[]> {
      await labs.get(caller, labId)
      await trialLimiter.attempt({ account: String(caller.user.id) })
      const rules = rulesOf(fields)
      const files = await findNewestFiles(database, labId, INBOX_RULE_TRIALS)
      return files.map(({ fileName, receivedAt, text }) => {
        const rule = findRule(rules, { fileName, text })
        const read = readFileName(fields.fileNamePattern ?? null, fileName)
        const { ids, names, datesOfBirth } = read ? namedIn(read) : { ids: [], names: [], datesOfBirth: [] }
        return {
          fileName,
          receivedAt,
          rule: rule === -1 ? null : rule,
          named: [...ids, ...names, ...datesOfBirth],
        }
      })
    },

    /** Recurring job. Keeps texts of open items and of the newest files only. */
    removeOldTexts: (): Promise<void> => deleteOldTexts(database, INBOX_RULE_TRIALS),
  }
}
export type InboxSettingsService = ReturnType<typeof createInboxSettingsService>

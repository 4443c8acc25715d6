import { VALIDATION, type InboxSettings, type InboxSettingsFields, type RuleTrial } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { invalidField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { defineLabSettings, type LabSettingsContext } from '../../labs/lab-settings.service.ts'
import { namedIn } from '../../reports/patient-match/identity-candidates.ts'
import { readFileName } from '../matching/file-name.ts'
import { findRule } from '../matching/named-types.ts'
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

const rulesOf = ({ rules }: Pick<InboxSettingsFields, 'rules'>) =>
  rules.map(({ contains = '', ...rule }) => ({ ...rule, contains: rule.field === 'any' ? '' : contains }))

const TRIAL_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const

export const createInboxSettingsService = ({
  database,
  labs,
  rateLimiter,
}: LabSettingsContext & Pick<Context, 'rateLimiter'>) => {
  const trialLimiter = rateLimiter('inbox-rules', TRIAL_LIMIT)
  return {
    ...defineLabSettings<InboxSettings, Partial<InboxSettingsFields>>(
      { database, labs },
      {
        section: 'inbox',
        action: 'inbox.rules',
        read: async (db, labId) => shown(await findInboxSettings(db, labId)),
        /** Sorts open items without a type by the new rules. */
        async store(tx, { labId, changes: { fileNamePattern, rules: changed } }) {
          if (fileNamePattern !== undefined) await saveFileNamePattern(tx, labId, fileNamePattern)
          if (!changed) return
          const rules = rulesOf({ rules: changed })
          await replaceRules(tx, labId, rules).catch((error: unknown) => {
            throw isForeignKeyViolation(error) ? invalidField('rules', VALIDATION.reportType) : error
          })
          for (const item of await findUnsorted(tx, labId)) {
            const rule = rules[findRule(rules, item)]
            if (rule) await updateSorting(tx, item.id, rule)
          }
        },
        describe: ({ rules: { length } }) =>
          `Changed the inbox rules: ${length} ${length === 1 ? 'rule' : 'rules'}`,
      },
    ),

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

import type { ReleaseSettings } from '@zelab/contract'
import { z } from 'zod'
import { labReleaseSettings } from '../../../core/tables.gen.ts'
import { labSettingsTable } from '../../../core/lab-settings-table.repository.ts'
import { from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'

const fields = z.object({
  ...pick(labReleaseSettings, 'twoPersons reportTypeIds techniciansRelease allowsAlone'),
})
const newSettingsRow = fields.extend({ labId: labReleaseSettings.labId })
const settingsRow = fields.extend({
  /** Without types that were deleted since. */
  reportTypeIds: from(
    'array(select t.id from report_types t where t.id = any (report_type_ids) order by t.id)',
    labReleaseSettings.reportTypeIds,
  ),
})

const ONE_PERSON: ReleaseSettings = {
  twoPersons: 'none',
  reportTypeIds: [],
  techniciansRelease: false,
  allowsAlone: false,
}

export const { find: findReleaseSettings, save: saveReleaseSettings } = labSettingsTable(
  'lab_release_settings',
  {
    newRow: newSettingsRow,
    row: settingsRow,
    defaults: ONE_PERSON,
  },
)

export const areReportTypes = async (tx: Queryable, ids: readonly number[]): Promise<boolean> =>
  !(await tx.exists(
    'select 1 from unnest($1::bigint[]) as i (id) where not exists (select 1 from report_types t where t.id = i.id)',
    [ids],
  ))

/** True if the lab of the patient requires a second person for one of the types. */
export const needsTwoPersons = (
  tx: Queryable,
  { patientId, typeIds }: { patientId: number; typeIds: readonly number[] },
): Promise<boolean> =>
  tx.exists(
    `select 1 from patients p join lab_release_settings s on s.lab_id = p.lab_id
      where p.id = $1 and (s.two_persons = 'all' or s.two_persons = 'types' and s.report_type_ids && $2::bigint[])`,
    [patientId, typeIds],
    { name: 'needs-two-persons' },
  )

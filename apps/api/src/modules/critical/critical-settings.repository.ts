import { DEFAULT_CRITICAL_TARGET, type CriticalSettings } from '@zelab/contract'
import { z } from 'zod'
import { labCriticalSettings } from '../../core/tables.gen.ts'
import { columnsOf, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'

const people = z.array(z.object({ id: z.int(), fullName: z.string() }))
const settingsRow = z.object({
  ...pick(labCriticalSettings, 'isOn targetMinutes'),
  halfway: people,
  overdue: people,
})

const OFF: CriticalSettings = {
  isOn: false,
  targetMinutes: DEFAULT_CRITICAL_TARGET,
  halfway: [],
  overdue: [],
}

/** Users who can sign in and record a call. */
const MAY_ACT = 'u.deactivated_at is null and not u.is_invited and u.user_type_id in (2, 3)'

const contactsOf = (step: 'half' | 'target') => `
  (select coalesce(json_agg(json_build_object('id', u.id, 'fullName', u.full_name) order by u.full_name, u.id), '[]')
     from lab_critical_contacts c join users u on u.id = c.user_id
    where c.lab_id = s.lab_id and c.step = '${step}' and u.lab_id = s.lab_id and ${MAY_ACT})`

export const findCriticalSettings = async (db: Queryable, labId: number): Promise<CriticalSettings> =>
  (await db.maybeOne(
    settingsRow,
    `select ${columnsOf(settingsRow, 's', { halfway: contactsOf('half'), overdue: contactsOf('target') })}
       from lab_critical_settings s where s.lab_id = $1`,
    [labId],
  )) ?? OFF

const usedRow = z.object({ isOn: labCriticalSettings.isOn, targetMinutes: labCriticalSettings.targetMinutes })

/** Locks the settings against changes. */
export const lockCriticalUse = (
  tx: Queryable,
  labId: number,
): Promise<{ isOn: boolean; targetMinutes: number } | undefined> =>
  tx.maybeOne(
    usedRow,
    `select ${columnsOf(usedRow)} from lab_critical_settings where lab_id = $1 for share`,
    [labId],
  )

export const usesCriticalResults = (db: Queryable, labId: number): Promise<boolean> =>
  db.exists('select 1 from lab_critical_settings where lab_id = $1 and is_on', [labId])

export const saveCriticalUse = async (
  tx: Queryable,
  labId: number,
  { isOn, targetMinutes }: { isOn: boolean | undefined; targetMinutes: number | undefined },
): Promise<void> => {
  await tx.execute(
    `insert into lab_critical_settings (lab_id, is_on, target_minutes) values ($1, coalesce($2::boolean, false), coalesce($3::integer, $4::integer))
     on conflict (lab_id) do update
       set is_on = coalesce($2::boolean, lab_critical_settings.is_on),
           target_minutes = coalesce($3::integer, lab_critical_settings.target_minutes)`,
    [labId, isOn ?? null, targetMinutes ?? null, DEFAULT_CRITICAL_TARGET],
  )
}

/** Counts the active Doctors and Technicians of the lab among these users. */
export const replaceCriticalContacts = async (
  tx: Queryable,
  labId: number,
  step: 'half' | 'target',
  userIds: readonly number[],
): Promise<number> => {
  await tx.execute('delete from lab_critical_contacts where lab_id = $1 and step = $2', [labId, step])
  return tx.execute(
    `insert into lab_critical_contacts (lab_id, step, user_id)
     select $1, $2, u.id from users u where u.id = any($3) and u.lab_id = $1 and ${MAY_ACT}`,
    [labId, step, userIds],
  )
}

export const countOpenInLab = (tx: Queryable, labId: number): Promise<number> =>
  tx.countRows(
    'select count(*) from (select 1 from critical_results where lab_id = $1 and closed_at is null limit 1) c',
    [labId],
  )

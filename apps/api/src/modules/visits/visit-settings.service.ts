import type { VisitSettings } from '@zelab/contract'
import { z } from 'zod'
import { labSettingsTable } from '../../core/lab-settings-table.repository.ts'
import { labVisitSettings } from '../../core/tables.gen.ts'
import { pick } from '../../platform/database/columns.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { defineLabSettings, type LabSettingsContext } from '../labs/lab-settings.service.ts'

const settingsRow = z.object(pick(labVisitSettings, 'isOn holdsUnpaid givesLinks'))

const { find, save } = labSettingsTable('lab_visit_settings', {
  newRow: settingsRow.extend({ labId: labVisitSettings.labId }),
  row: settingsRow,
  defaults: { isOn: false, holdsUnpaid: false, givesLinks: false },
})

export const findVisitSettings = find

/** Implemented by later modules. */
export interface VisitPorts {
  /** Sends links that a payment held until now. */
  enqueueSending: (tx: Queryable, requestId?: string) => Promise<void>
  /** Ends the link to a visit that was moved to another patient. */
  endVisitLink: (
    tx: Queryable,
    caller: Caller,
    moved: { visitId: number; labId: number; patientId: number },
  ) => Promise<void>
}

const onOff = (is: boolean) => (is ? 'on' : 'off')

export const createVisitSettingsService = ({ enqueueSending, ...context }: LabSettingsContext & VisitPorts) =>
  defineLabSettings<VisitSettings>(context, {
    section: 'visits',
    read: find,
    async store(tx, { caller, labId, changes }) {
      await save(tx, labId, changes)
      const { isOn, holdsUnpaid } = await find(tx, labId)
      if (!isOn || !holdsUnpaid) await enqueueSending(tx, caller.requestId)
    },
    describe({ isOn, holdsUnpaid, givesLinks }, lab, changes) {
      const holding =
        changes.holdsUnpaid === undefined ? '' : `, holding links until paid ${onOff(holdsUnpaid)}`
      const giving = changes.givesLinks === undefined ? '' : `, links to visits ${onOff(givesLinks)}`
      const further = holding + giving
      return `Turned visits ${onOff(isOn)}${further && `${further},`} for the lab ${lab.name}`
    },
  })
export type VisitSettingsService = ReturnType<typeof createVisitSettingsService>

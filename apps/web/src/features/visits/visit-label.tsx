import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Visit } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { formatPatientId, formatPlainDate } from '../../lib/format.ts'
import { PrintAlone } from '../../ui/actions/print-alone.tsx'
import { MessageDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import * as words from '../../ui/texts.ts'
import { codesOf } from './label-codes.ts'
import classes from './label-print.module.css'
import * as texts from './texts.ts'

interface LabelProps {
  patient: { id: number; fullName: string; dateOfBirth: string }
  orderNumber: string | null
}

function Label({ patient: { id, fullName, dateOfBirth }, orderNumber }: LabelProps) {
  const systemId = formatPatientId(id)
  const { square, bars } = codesOf(systemId, orderNumber)
  return (
    <div className={classes.label}>
      <p className={classes.name} dir="auto">
        {fullName}
      </p>
      <div>
        <p>{systemId}</p>
        <p>{formatPlainDate(dateOfBirth)}</p>
      </div>
      <img className={classes.square} src={square.address} alt="" />
      <img className={classes.bars} src={bars.address} style={{ inlineSize: `${bars.widthMm}mm` }} alt="" />
      <p className={classes.number}>{orderNumber ?? systemId}</p>
    </div>
  )
}

/** A label for a tube, printed by a label printer. */
export function VisitLabel({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const query = useQuery(endpointQuery(api.patients.getById, { params: { id: visit.patientId } }))
  return (
    <MessageDialog opened onClose={onClose} title={texts.labelOf(visit.id)} size="24rem" withCloseButton>
      <Fetched query={query} skeleton={<Spinner label={texts.labelOf(visit.id)} />}>
        {(patient) => (
          <>
            <Group justify="center" p="md" bg="var(--bench)" bdrs="sm">
              <Label patient={patient} orderNumber={visit.orderNumber} />
            </Group>
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                {words.close}
              </Button>
              <PrintAlone label={texts.printLabel} kind="label" pageOf={() => 'size: 50mm 25mm; margin: 0'}>
                <Label patient={patient} orderNumber={visit.orderNumber} />
              </PrintAlone>
            </DialogActions>
          </>
        )}
      </Fetched>
    </MessageDialog>
  )
}

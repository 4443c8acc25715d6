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
import classes from './label-print.module.css'
import * as texts from './texts.ts'
import { code128, drawingSVG, qrcode } from 'bwip-js/generic'

/** A printer of 203 dpi prints such a bar with two dots. */
const BAR_MM = 0.25
/** Longer or other texts make bars that scanners of the lab cannot read. */
const FITS = /^[\x20-\x7e]{1,18}$/

interface Picture {
  address: string
  widthMm: number
}

const pictureOf = (svg: string): Picture => {
  const bars = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 0)
  const stretched = svg.replace('<svg ', '<svg preserveAspectRatio="none" ')
  return { address: `data:image/svg+xml;utf8,${encodeURIComponent(stretched)}`, widthMm: bars * BAR_MM }
}

/** The inbox reads the System ID; the order number is for analyzers, whose number it is. */
const codesOf = (systemId: string, orderNumber: string | null) => {
  const onBars = orderNumber !== null && FITS.test(orderNumber) ? orderNumber : systemId
  return {
    square: pictureOf(qrcode<string>({ bcid: 'qrcode', text: systemId, scale: 1 }, drawingSVG())),
    bars: pictureOf(code128<string>({ bcid: 'code128', text: onBars, scale: 1, height: 10 }, drawingSVG())),
  }
}

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

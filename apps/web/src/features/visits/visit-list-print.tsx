import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AwaitedVisit, VisitList } from '@zelab/contract'
import { MAX_PAGE_SIZE, VISIT_COUNT_LIMIT } from '@zelab/contract/limits'
import { visitSentence } from '../../entities/visit/visit-sentence.tsx'
import { serverNow } from '../../lib/activity-clock.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { formatDateTime, formatPatientId } from '../../lib/format.ts'
import { pageApi } from '../../lib/page-api.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { PrintAlone } from '../../ui/actions/print-alone.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { MessageDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import * as words from '../../ui/texts.ts'
import classes from './visit-list-print.module.css'
import * as texts from './texts.ts'

function Paper({
  list,
  visits,
  hint,
}: {
  list: VisitList
  visits: AwaitedVisit[]
  hint: string | undefined
}) {
  const { lab } = useCurrentUser()
  const now = serverNow()
  return (
    <div className={classes.visits}>
      <h2>{texts.LISTS[list]}</h2>
      <p>
        {lab && <bdi>{lab.name}, </bdi>}
        {formatDateTime(new Date(now).toISOString())}
      </p>
      <table>
        <thead>
          <tr>
            {[words.patient, texts.phone, texts.listedReports].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <tr key={visit.id}>
              <th scope="row">
                <bdi>{visit.patient.fullName}</bdi> <span>{formatPatientId(visit.patient.id)}</span>
              </th>
              <td>
                <PhoneText phone={visit.patient.phone} />
              </td>
              <td>
                <bdi>{visitSentence(visit, { now })}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hint && <p>{hint}</p>}
    </div>
  )
}

/** A list of the counter on paper. */
export function VisitListPrint({ list, onClose }: { list: VisitList; onClose: () => void }) {
  const query = useQuery(
    endpointQuery(pageApi.visits.listAwaited, { query: { list, page: 1, limit: MAX_PAGE_SIZE } }),
  )
  return (
    <MessageDialog opened onClose={onClose} title={texts.printList} size="48rem" withCloseButton>
      <Fetched query={query} skeleton={<Spinner label={texts.LISTS[list]} />}>
        {({ data: visits, pagination: { totalItems } }) => {
          if (visits.length === 0) return <p>{texts.NOTHING[list]}</p>
          const isPart = totalItems > visits.length
          const hint = isPart
            ? texts.listed(visits.length, texts.atLeast(totalItems, VISIT_COUNT_LIMIT))
            : undefined
          const paper = <Paper list={list} visits={visits} hint={hint} />
          return (
            <>
              {paper}
              <DialogActions>
                <Button variant="default" onClick={onClose}>
                  {words.close}
                </Button>
                <PrintAlone label={texts.printList} kind="list" pageOf={() => 'size: A4; margin: 15mm'}>
                  {paper}
                </PrintAlone>
              </DialogActions>
            </>
          )
        }}
      </Fetched>
    </MessageDialog>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { AccessHistory } from '../../features/activity/access-history.tsx'
import { ReportDeliveries } from '../../features/deliveries/report-deliveries.tsx'
import { CriticalOf } from '../../features/critical/critical-card.tsx'
import { SendAction } from '../../features/deliveries/send-action.tsx'
import { ReportPage } from '../../features/reports/detail/report-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readWholeNumber, searchReader } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/reports/view/$reportId')({
  beforeLoad: requirePermission('reports:view'),
  validateSearch: searchReader({
    /** An earlier version of the report; absent for the current one. */
    version: (value) => readWholeNumber(value),
    send: (value) => (String(value) === 'true' ? true : undefined),
  }),
  component: () => (
    <ReportPage
      renderSend={(report, isOpen, onClosed) => (
        <SendAction report={report} isOpen={isOpen} onClosed={onClosed} />
      )}
      renderDeliveries={({ id, withdrawal }) => (
        <ReportDeliveries reportId={id} isWithdrawn={withdrawal !== null} />
      )}
      renderCritical={({ id, patient, version, sha256, withdrawal }, isCurrent) => (
        <CriticalOf
          patient={patient}
          subject={{ reportId: id, version, sha256 }}
          isEnded={withdrawal !== null || !isCurrent}
        />
      )}
      renderHistory={(id, readers) => <AccessHistory type="report" id={id} readers={readers} />}
    />
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { AccessHistory } from '../../features/activity/access-history.tsx'
import { PatientSending } from '../../features/deliveries/consent/patient-sending.tsx'
import { PatientDelegates } from '../../features/deliveries/delegates/patient-delegates.tsx'
import { PatientDeliveries } from '../../features/deliveries/list/patient-deliveries.tsx'
import { VisitLinkAction } from '../../features/deliveries/send/visit-link-action.tsx'
import { PatientPage } from '../../features/patients/profile/patient-page.tsx'
import { PatientVisits } from '../../features/visits/patient-visits.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/patients/view/$patientId')({
  beforeLoad: requirePermission('patients:view'),
  component: () => (
    <PatientPage
      renderVisits={(id) => (
        <PatientVisits
          patientId={id}
          renderLink={(visit, labId) => <VisitLinkAction visit={visit} labId={labId} />}
        />
      )}
      renderSending={(id) => (
        <>
          <PatientSending patientId={id} />
          <PatientDelegates patientId={id} />
        </>
      )}
      renderDeliveries={(id) => <PatientDeliveries patientId={id} />}
      renderHistory={(id) => <AccessHistory type="patient" id={id} />}
    />
  ),
})

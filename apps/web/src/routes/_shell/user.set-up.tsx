import { createFileRoute } from '@tanstack/react-router'
import { FirstLetterhead } from '../../features/letterhead/letterhead-dialog.tsx'
import { TryLetterhead } from '../../features/letterhead/try-letterhead.tsx'
import { FirstLabForm } from '../../features/labs/new-lab-dialog.tsx'
import { CommonTypesForm } from '../../features/report-types/common-types.tsx'
import { SetUpPage } from '../../features/set-up/set-up-page.tsx'
import { FirstPeople, FirstPersonForm } from '../../features/users/first-person.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { LogoutDialog } from '../../shell/logout-dialog.tsx'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/set-up')({
  beforeLoad: requirePermission('settings:general'),
  loader: preparePhoneField,
  component: () => (
    <SetUpPage
      labForm={<FirstLabForm />}
      people={<FirstPeople />}
      typesForm={<CommonTypesForm />}
      renderPersonForm={(lab) => <FirstPersonForm lab={lab} />}
      renderLetterheadForm={({ id }) => <FirstLetterhead labId={id} />}
      renderTrial={({ id }) => <TryLetterhead labId={id} />}
      renderLogout={(dialog) => <LogoutDialog {...dialog} />}
    />
  ),
})

import { Box, Button } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { PatientRow } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { formatPatientId } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { useDeletePatient, useRefreshRecords } from '../queries.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

const ICON = { size: 16, stroke: 1.75 } as const

export function PatientActions({ patient }: { patient: PatientRow }) {
  const may = useCan()
  const params = { patientId: String(patient.id) }
  return (
    <>
      {may('patients:edit') && (
        <ButtonLink
          to="/user/patients/edit/$patientId"
          params={params}
          variant="default"
          leftSection={<IconPencil {...ICON} />}
        >
          {shared.edit}
        </ButtonLink>
      )}
      {may('patients:delete') && (
        <>
          <ButtonLink
            to="/user/patients/merge/$patientId"
            params={params}
            variant="default"
            leftSection={<IconArrowMerge {...ICON} />}
          >
            {texts.merge}
          </ButtonLink>
          <DeletePatient patient={patient} />
        </>
      )}
    </>
  )
}

function DeletePatient({ patient }: { patient: PatientRow }) {
  const { id, fullName } = patient
  const navigate = useNavigate()
  const deletePatient = useDeletePatient(id)
  const refreshRecords = useRefreshRecords()
  const [isAsking, setIsAsking] = useState(false)
  const ask = () => {
    deletePatient.reset()
    setIsAsking(true)
  }
  const remove = async () => {
    try {
      await deletePatient.mutateAsync()
    } catch {
      // The dialog stays open and shows the error.
      return
    }
    toastSuccess(SUCCESS.patientDeleted)
    await navigate({ to: '/user/patients', replace: true })
    refreshRecords()
  }
  return (
    <>
      <Button variant="default" leftSection={<IconTrash {...ICON} />} onClick={ask}>
        {shared.deleteIt}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.deletePatient}
        head={<PatientStrip patient={patient} />}
        message={texts.deleteQuestion(fullName, formatPatientId(id))}
        confirmLabel={shared.deleteIt}
        pendingLabel={texts.deleting}
        isPending={deletePatient.isPending}
        isDangerous
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      >
        {deletePatient.error && (
          <Box mt="md">
            <Notice tone="negative" role="alert" title={texts.patientNotDeleted}>
              {messageOf(deletePatient.error)}
            </Notice>
          </Box>
        )}
      </ConfirmDialog>
    </>
  )
}

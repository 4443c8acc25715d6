import { Group, Text } from '@mantine/core'
import { IconFileUpload, IconPencil } from '@tabler/icons-react'
import type { PatientRow } from '@zelab/contract'
import { formatDate, NOT_AVAILABLE, orNotAvailable } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { AnchorLink, ButtonLink } from '../../../ui/actions/links.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import classes from '../patients.module.css'
import { birthDateText } from '../patient-fields.ts'
import { CompletenessBadge, ContactInformation, GenderBadge } from '../patient-cells.tsx'
import { SimilarNameBadge } from './similar-names.tsx'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

export function PatientCard({ patient, isSimilar }: { patient: PatientRow; isSimilar: boolean }) {
  const may = useCan()
  const { id, fullName, dateOfBirth, gender, emrId, registeredByUser, createdAt } = patient
  const params = { patientId: String(id) }
  return (
    <article aria-label={fullName}>
      <header className={classes.head}>
        <AnchorLink to="/user/patients/view/$patientId" params={params} c="var(--ink)" size="md" fw={600}>
          {fullName}
        </AnchorLink>
        <ZlId id={id} />
      </header>
      <Text c="dimmed" size="sm" my={4} mx={0}>
        {birthDateText(dateOfBirth)} · {texts.emrIdIs(<Ltr>{emrId ?? NOT_AVAILABLE}</Ltr>)}
      </Text>
      <Group align="stretch" gap="xs" mt="xs" mb="xs">
        <GenderBadge gender={gender} />
        <CompletenessBadge patient={patient} />
        {isSimilar && <SimilarNameBadge />}
      </Group>
      <ContactInformation patient={patient} />
      <Text c="dimmed" size="sm" my={4} mx={0}>
        {orNotAvailable(registeredByUser?.lab?.name)} · {formatDate(createdAt)}
      </Text>
      <div className={classes.actions}>
        <ButtonLink to="/user/patients/view/$patientId" params={params} variant="default">
          {texts.viewProfile}
        </ButtonLink>
        {may('patients:edit') && (
          <ButtonLink
            to="/user/patients/edit/$patientId"
            params={params}
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.75} />}
          >
            {shared.edit}
          </ButtonLink>
        )}
        {may('reports:publish') && (
          <ButtonLink
            to="/user/patient/$patientId/report/publish"
            params={params}
            variant="default"
            leftSection={<IconFileUpload size={16} stroke={1.75} />}
          >
            {texts.publishReport}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

import { contract, type WithdrawReport } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve, serveList } from '../../../http/serve.ts'
import type { PatientMatchService } from '../patient-match/patient-match.service.ts'
import type { PatientProposalService } from '../patient-match/patient-proposal.service.ts'
import type { AmendmentService } from '../versions/amendment.service.ts'
import type { PublishingService } from './publishing.service.ts'
import { publishedAnswer } from '../release/release.routes.ts'
import type { ReassignmentService } from './reassignment.service.ts'

const withdrawalOf = ({ version, sha256, ...withdrawal }: WithdrawReport) => ({
  ...withdrawal,
  seen: version === undefined || sha256 === undefined ? undefined : { version, sha256 },
})

export const publishingRoutes = (
  app: FastifyInstance,
  services: {
    publishing: PublishingService
    amendments: AmendmentService
    reassignments: ReassignmentService
    patientMatches: PatientMatchService
    patientProposals: PatientProposalService
  },
): void => {
  const { publishing, amendments, reassignments, patientMatches, patientProposals } = services
  serveList(
    app,
    contract.reports.checkFile,
    ({ body }, data) => ({
      action: 'patient.check',
      what: `Compared a file with patient ZL-${body.patientId}`,
      object: { type: 'patient', id: body.patientId },
      rows: 1 + data.candidates.length,
    }),
    ({ body, caller }) => patientMatches.check(caller, body),
  )
  serveList(
    app,
    contract.reports.proposePatients,
    (_, data) => ({
      action: 'patient.check',
      what: 'Looked for the patient named in a file',
      rows: data.candidates.length,
    }),
    ({ body, caller }) => patientProposals.propose(caller, body.fileUrl),
  )
  serve(app, contract.reports.publish, async ({ params, body, caller }, _, reply) =>
    publishedAnswer(reply, await publishing.publish(caller, params.patientId, body)),
  )
  serve(app, contract.reports.amend, async ({ params, body, caller }, _, reply) =>
    publishedAnswer(reply, await amendments.amend(caller, params.id, body)),
  )
  serve(app, contract.reports.withdraw, ({ params, body, caller }) =>
    publishing.withdraw(caller, params.id, withdrawalOf(body)),
  )
  serve(app, contract.reports.reassign, async ({ params, body, caller }, _, reply) =>
    publishedAnswer(reply, await reassignments.reassign(caller, params.id, body)),
  )
}

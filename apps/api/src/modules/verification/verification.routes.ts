import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { VerificationService } from './verification.service.ts'

export const verificationRoutes = (
  app: FastifyInstance,
  { verification }: { verification: VerificationService },
): void => {
  serve(app, contract.reports.getVerification, async ({ params }, request) => ({
    data: await verification.describe(callerOf(request), params.id),
  }))
}

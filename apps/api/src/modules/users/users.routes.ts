import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { UserService } from './users.service.ts'

export const userRoutes = (app: FastifyInstance, { users }: { users: UserService }): void => {
  serve(app, contract.users.register, async ({ body }, request) => ({
    message: SUCCESS.userAdded,
    data: await users.create(callerOf(request), body),
  }))
  serve(app, contract.users.list, async () => ({ data: await users.list() }))
  serve(app, contract.users.getById, async ({ params }) => ({ data: await users.get(params.id) }))
}

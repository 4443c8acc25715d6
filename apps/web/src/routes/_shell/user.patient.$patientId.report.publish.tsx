import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/user/patient/$patientId/report/publish')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_shell/user/patient/$patientId/report/publish"!</div>
}

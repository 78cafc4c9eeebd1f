/** Whether an event with a published schema is for this application; §2.4, §6.3(5). */
export function isBound({ tenant_id, data }, settings) {
  const { application, environment, organization = tenant_id, product = data.product_code } = settings;
  return (
    data.open_platform_application_id === application &&
    data.environment === environment &&
    data.organization_id === organization &&
    tenant_id === organization &&
    data.product_code === product
  );
}

package run

// InOrder and Function, for files that name no problems.

func (d dataset) InOrder(prefix string) []string { return d.set.InOrder(prefix) }

func (d dataset) Function(taskID string) string {
	p, _ := d.set.Lookup(taskID)
	return p.Function()
}

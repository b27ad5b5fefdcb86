{{- define "duiyi.selector" -}}
app.kubernetes.io/name: duiyi
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "duiyi.labels" -}}
{{ include "duiyi.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "duiyi.isShared" -}}
{{- if eq .Values.store "redis" }}yes{{ end -}}
{{- end -}}

{{- define "duiyi.secret" -}}
{{- .Values.existingSecret | default .Release.Name -}}
{{- end -}}

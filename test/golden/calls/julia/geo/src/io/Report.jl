module Report

export render

function render(lines, total; title="report")
    buffer = header(title)
    for line in lines
        buffer *= indent(line)
    end
    return buffer * footer(total)
end

header(title) = string(title, "\n")
indent(line; by=2) = " "^by * line * "\n"
footer(total) = "total: $(round_to(total, 2))"
round_to(x, digits) = round(x; digits=digits)

function save(path, value)
    open(path, "w") do io
        write_line(io, value)
    end
end
write_line(io, value) = println(io, value)

end
